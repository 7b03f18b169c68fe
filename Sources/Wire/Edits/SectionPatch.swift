import JSON
public import Lists

/// A merge patch (RFC 7396) over what a section shows beside its items.
public struct SectionPatch: Sendable {
    private static let keys: [DocumentKey] = [.header, .footer, .metadata]

    private let members: MemberPatch

    /// - Throws: `malformed-json`, for an empty body too, or `too-large`.
    public init(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) {
        members = try MemberPatch(body, limits: limits, thing: "A section", keys: Self.keys)
    }

    /// A patch that is a part of a body.
    init(_ patch: JSONValue, limits: ContentLimits) {
        members = MemberPatch(patch, limits: limits, thing: "A section", keys: Self.keys)
    }

    /// What the patch makes of a section's content; what it removes takes its default.
    ///
    /// - Throws: `unknown-key`, `invalid-value` or `limit-exceeded` with a pointer into the patch.
    public func applied(to old: SectionContent) throws(RequestProblem) -> SectionContent {
        var target: [UInt8] = []
        JSONText.append(literal: "{\"header\":", to: &target)
        JSONText.append(old.header, to: &target)
        JSONText.append(literal: ",\"footer\":", to: &target)
        JSONText.append(old.footer, to: &target)
        JSONText.append(literal: ",\"metadata\":", to: &target)
        JSONText.append(old.metadata, to: &target)
        target.append(UInt8(ascii: "}"))
        let draft = try members.applied(to: target) { decoder throws(JSONSyntaxError) in try decoder.readSection() }
        return SectionContent(header: draft.header, footer: draft.footer, metadata: draft.metadata)
    }
}
