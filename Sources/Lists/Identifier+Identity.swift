public import JSON

extension Identifier {
    /// The id that a list's `identity` finds in a value: a string's content, or a number's text as sent.
    ///
    /// `nil` where there is nothing else, or what is there can't be an id.
    public init?(at pointer: JSONPointer, in value: JSONText) {
        guard let found = pointer.evaluate(in: value) else { return nil }
        switch found.kind {
        case .string:
            guard let content = found.stringContent else { return nil }
            self.init(validating: content)
        case .number: self.init(validating: found.text)
        default: return nil
        }
    }

    /// The id that a list's `identity` finds in a value that is to have one.
    ///
    /// - Throws: ``ListError`` `identityMissing` about `subject`.
    package init(identifying value: JSONText, at pointer: JSONPointer, _ subject: ListError.Subject) throws {
        guard let id = Identifier(at: pointer, in: value) else {
            throw ListError(
                .identityMissing, "At the list's identity “\(pointer)” the value has no string or number that can be an id.", at: subject)
        }
        self = id
    }
}
