import JSON
import Lists

extension ListProperties {
    /// Reads a member that a list has beside its sections; one that is read-only is passed, and a view's definition.
    mutating func readMember(_ key: String, from body: inout BodyReader) throws(JSONSyntaxError) {
        switch DocumentKey(exactly: key) {
        case .id, .version, .sectionCount, .itemCount, .createdAt, .updatedAt, .list, .view: try body.json.scanValue()
        case let known:
            if let known, try readProperty(known, from: &body) { return }
            try body.passUnknown(key, in: "A list")
        }
    }

    /// Reads a member that a client sets.
    ///
    /// - Returns: `false`, and nothing is read, where it is another.
    mutating func readProperty(_ key: DocumentKey, from body: inout BodyReader) throws(JSONSyntaxError) -> Bool {
        switch key {
        case .title: title = try Self.title(reading: &body)
        case .metadata: metadata = try body.readMetadata()
        case .defaultType: defaultType = try body.readTypeName(key)
        case .identity: identity = try Self.identity(reading: &body)
        case .view: view = try ViewText(reading: &body)
        default: return false
        }
        return true
    }

    private static func title(reading body: inout BodyReader) throws(JSONSyntaxError) -> String? {
        let key = DocumentKey.title.rawValue
        let span = try body.json.scanValue()
        switch span.kind {
        case .null: return nil
        case .string:
            let title = body.json.value(span).stringContent
            let length = title?.utf8.count ?? 0
            if length <= body.limits.title { return title }
            body.note(.limitExceeded, "A title has at most \(body.limits.title) bytes of UTF-8; this one has \(length).", at: key)
        default: body.note(.invalidValue, "A title is a string or null.", at: key)
        }
        return nil
    }

    private static func identity(reading body: inout BodyReader) throws(JSONSyntaxError) -> String? {
        let key = DocumentKey.identity.rawValue
        switch try body.json.peekKind() {
        case .null: try body.json.scanValue()
        case .string:
            let pointer = try body.json.readString()
            guard pointer.utf8.count <= body.limits.identity else {
                body.note(
                    .limitExceeded,
                    "An identity has at most \(body.limits.identity) bytes of UTF-8; this one has \(pointer.utf8.count).", at: key)
                return nil
            }
            if JSONPointer(pointer) != nil { return pointer }
            body.note(.invalidValue, "An identity is a JSON pointer such as /iata.", at: key)
        default:
            try body.json.scanValue()
            body.note(.invalidValue, "An identity is a JSON pointer or null.", at: key)
        }
        return nil
    }
}
