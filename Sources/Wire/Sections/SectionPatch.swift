import JSON
public import Lists

/// A merge patch (RFC 7396) over what a section shows beside its items.
public struct SectionPatch: SectionChange {
    private static let keys: [DocumentKey] = [.header, .footer, .metadata]

    private let members: MemberPatch

    /// - Throws: `malformed-json`, for an empty body too, or `too-large`.
    public init(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) {
        members = try MemberPatch(body, limits: limits, thing: "A section", keys: Self.keys)
    }

    /// A patch that is a part of a body.
    init(_ patch: JSONText, limits: ContentLimits) {
        members = MemberPatch(patch, limits: limits, thing: "A section", keys: Self.keys)
    }

    /// Applies the patch to a section's content; a member that it removes takes its default.
    ///
    /// - Throws: `unknown-key`, `invalid-value` or `limit-exceeded` with a pointer into the patch.
    public func applied(to old: SectionContent) throws(RequestProblem) -> SectionContent {
        var target = JSONWriter()
        target.beginObject()
        SectionRepresentation.writeContent(old, to: &target)
        target.endObject()
        let draft = try members.applied(to: target.value) { body throws(JSONSyntaxError) in try SectionDraft(reading: &body) }
        return SectionContent(header: draft.header, footer: draft.footer, metadata: draft.metadata)
    }
}
