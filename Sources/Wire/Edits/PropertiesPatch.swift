import JSON
public import Lists

/// A merge patch (RFC 7396) over what a list is beside its sections.
public struct PropertiesPatch: Sendable {
    private let members: MemberPatch

    /// - Throws: `malformed-json`, for an empty body too, or `too-large`.
    public init(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) {
        members = try MemberPatch(body, limits: limits, thing: "A list", keys: [.title, .metadata, .defaultType, .identity])
    }

    /// What the patch makes of properties; what it removes takes its default.
    ///
    /// - Throws: `unknown-key`, `invalid-value` or `limit-exceeded` with a pointer into the patch.
    public func applied(to old: ListProperties) throws(RequestProblem) -> ListProperties {
        var target: [UInt8] = []
        JSONText.append(literal: "{\"title\":", to: &target)
        JSONText.append(old.title, to: &target)
        JSONText.append(literal: ",\"metadata\":", to: &target)
        JSONText.append(old.metadata, to: &target)
        JSONText.append(literal: ",\"defaultType\":", to: &target)
        JSONText.append(old.defaultType, to: &target)
        JSONText.append(literal: ",\"identity\":", to: &target)
        JSONText.append(old.identity, to: &target)
        target.append(UInt8(ascii: "}"))
        return try members.applied(to: target) { decoder throws(JSONSyntaxError) in
            var properties = ListProperties()
            try decoder.reader.beginObject()
            while let key = try decoder.reader.nextKey() {
                guard let key = DocumentKey(exactly: key) else { continue }
                _ = try decoder.readProperty(key, into: &properties)
            }
            return properties
        }
    }
}
