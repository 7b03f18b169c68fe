import JSON
public import Lists

/// A merge patch (RFC 7396) over what a list is beside its sections.
public struct PropertiesPatch: Sendable {
    private let members: MemberPatch

    /// - Throws: `malformed-json`, for an empty body too, or `too-large`.
    public init(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) {
        members = try MemberPatch(body, limits: limits, thing: "A list", keys: [.title, .metadata, .defaultType, .identity])
    }

    /// Applies the patch to properties; a member that it removes takes its default.
    ///
    /// - Throws: `unknown-key`, `invalid-value` or `limit-exceeded` with a pointer into the patch.
    public func applied(to old: ListProperties) throws(RequestProblem) -> ListProperties {
        var target = JSONWriter()
        target.beginObject()
        ListRepresentation.writeProperties(old, to: &target)
        target.endObject()
        return try members.applied(to: target.value) { body throws(JSONSyntaxError) in
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
