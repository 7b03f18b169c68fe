import JSON
import Lists

/// The members that more than one document has.
extension BodyReader {
    /// Reads an id.
    mutating func readIdentifier() throws(JSONSyntaxError) -> Identifier? {
        guard try json.peekKind() == .string else {
            try json.scanValue()
            note(.invalidValue, "An id is a string.", at: "id")
            return nil
        }
        guard let id = Identifier(validating: try json.readString()) else {
            note(.invalidValue, "An id has 1 to 128 characters, none of them a control character.", at: "id")
            return nil
        }
        return id
    }

    /// Reads the value of an item, which is what comes next or its member `key`.
    mutating func readValue(at key: String? = nil) throws(JSONSyntaxError) -> JSONText {
        let span = try json.scanValue()
        guard span.compactCount <= limits.value else {
            note(.tooLarge, "A value has at most \(limits.value) bytes; this one has \(span.compactCount).", at: key)
            return .null
        }
        return json.value(span)
    }

    /// Reads the metadata of a list or a section.
    mutating func readMetadata() throws(JSONSyntaxError) -> JSONText {
        let span = try json.scanValue()
        guard span.kind == .object else {
            note(.invalidValue, "Metadata is an object.", at: DocumentKey.metadata.rawValue)
            return .emptyObject
        }
        return readBounded(span, .metadata) ?? .emptyObject
    }

    /// Reads a header or footer.
    mutating func readAnnotation(_ key: DocumentKey) throws(JSONSyntaxError) -> JSONText {
        readBounded(try json.scanValue(), key) ?? .null
    }

    /// A value that is no longer and no deeper than a header, a footer or metadata may be.
    private mutating func readBounded(_ span: JSONSpan, _ key: DocumentKey) -> JSONText? {
        guard span.compactCount <= limits.annotation else {
            note(
                .limitExceeded, "“\(key)” has at most \(limits.annotation) bytes of JSON text; this one has \(span.compactCount).",
                at: key.rawValue)
            return nil
        }
        let value = json.value(span)
        guard value.isNested(atMost: limits.annotationDepth) else {
            note(.limitExceeded, "“\(key)” is nested at most \(limits.annotationDepth) deep.", at: key.rawValue)
            return nil
        }
        return value
    }

    /// Reads the name of a cell type, or null.
    mutating func readTypeName(_ key: DocumentKey) throws(JSONSyntaxError) -> String? {
        switch try json.peekKind() {
        case .null: try json.scanValue()
        case .string:
            let name = try json.readString()
            if NameRules.areKept(by: name) { return name }
            note(.invalidValue, "A type's name has 1 to 128 characters, none of them a control character.", at: key.rawValue)
        default:
            try json.scanValue()
            note(.invalidValue, "A type is a name or null.", at: key.rawValue)
        }
        return nil
    }
}
