import JSON
public import Lists

/// A merge patch (RFC 7396) over what a list is beside its sections.
public struct PropertiesPatch: Sendable {
    /// Whether it says something of a view's definition.
    public let namesView: Bool
    private let patch: JSONText
    private let limits: ContentLimits
    private let members: MemberPatch

    /// - Throws: `malformed-json`, for an empty body too, or `too-large`.
    public init(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) {
        patch = try ValueBodyReader.patch(body, limits: limits, envelope: MemberPatch.envelope)
        self.limits = limits
        members = MemberPatch(patch, limits: limits, thing: "A list", keys: [.title, .metadata, .defaultType, .identity, .search])
        namesView = ListDocumentReader.namesView(patch.text.utf8.span)
    }

    /// Applies the patch to properties; a member that it removes takes its default.
    ///
    /// - Throws: `unknown-key`, `invalid-value` or `limit-exceeded` with a pointer into the patch.
    public func applied(to old: ListProperties) throws(RequestProblem) -> ListProperties {
        var target = JSONWriter()
        target.beginObject()
        ListRepresentation.writeProperties(old, to: &target)
        target.endObject()
        guard old.view != nil else { return try Self.apply(members, to: target.value) }
        let ofView = MemberPatch(patch, limits: limits, thing: "A view", keys: [.title, .metadata, .view])
        var properties = try Self.apply(ofView, to: target.value)
        guard properties.view != nil else { throw RequestProblem(.invalidValue, "A view has a definition.", at: .pointer("/view")) }
        (properties.defaultType, properties.search) = (old.defaultType, old.search)
        return properties
    }

    private static func apply(_ members: MemberPatch, to target: JSONText) throws(RequestProblem) -> ListProperties {
        try members.applied(to: target) { body throws(JSONSyntaxError) in
            var properties = ListProperties()
            try body.json.beginObject()
            while let key = try body.json.nextKey() {
                guard let key = DocumentKey(exactly: key) else { continue }
                _ = try properties.readProperty(key, from: &body)
            }
            return properties
        }
    }
}
