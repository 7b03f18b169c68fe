extension Identifier {
    /// The id that a list's `identity` finds in a value: a string's content, or a number's text as sent.
    ///
    /// `nil` where there is nothing else, or what is there can't be an id.
    public init?(at pointer: JSONPointer, in value: JSONValue) {
        guard let found = pointer.evaluate(in: value) else { return nil }
        switch found.kind {
        case .string:
            guard let content = found.stringContent else { return nil }
            self.init(validating: content)
        case .number: self.init(validating: found.text)
        default: return nil
        }
    }
}
