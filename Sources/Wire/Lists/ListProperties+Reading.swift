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
        case .search: search = try Self.search(reading: &body)
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
        guard try body.json.peekKind() != .null else {
            try body.json.scanValue()
            return nil
        }
        let key = JSONPointer(tokens: [DocumentKey.identity.rawValue])
        return try pointer(reading: &body, at: key, "An identity", limit: body.limits.identity)
    }

    /// Reads the pointers by which a list is searched: one at least.
    private static func search(reading body: inout BodyReader) throws(JSONSyntaxError) -> [String]? {
        guard try body.json.peekKind() != .null else {
            try body.json.scanValue()
            return nil
        }
        let key = DocumentKey.search.rawValue
        guard try body.enterArray(key, of: " of JSON pointers, or null") else { return nil }
        var pointers: [String] = []
        var count = 0
        while try body.json.nextElement() {
            guard count < body.limits.searchFields else {
                body.note(.limitExceeded, "A list is searched by at most \(body.limits.searchFields) pointers.", at: key)
                try body.json.scanValue()
                continue
            }
            let position = JSONPointer(tokens: [key, String(count)])
            count += 1
            if let pointer = try pointer(reading: &body, at: position, "A part to search", limit: body.limits.searchField) {
                pointers.append(pointer)
            }
        }
        if count == 0 { body.note(.invalidValue, "A list is searched by one pointer at least; null is for none.", at: key) }
        return pointers
    }

    private static func pointer(
        reading body: inout BodyReader, at position: JSONPointer, _ thing: String, limit: Int
    ) throws(JSONSyntaxError) -> String? {
        guard try body.json.peekKind() == .string else {
            try body.json.scanValue()
            body.note(.invalidValue, "\(thing) is a JSON pointer such as /name.", at: position)
            return nil
        }
        let pointer = try body.json.readString()
        guard pointer.utf8.count <= limit else {
            body.note(
                .limitExceeded, "\(thing) has at most \(limit) bytes of UTF-8; this one has \(pointer.utf8.count).", at: position)
            return nil
        }
        if JSONPointer(pointer) != nil { return pointer }
        body.note(.invalidValue, "\(thing) is a JSON pointer such as /name.", at: position)
        return nil
    }
}
