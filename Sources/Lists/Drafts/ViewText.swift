public import JSON

/// A view's definition as it was sent, and the list that it is of. Two are equal when their texts are.
public struct ViewText: Sendable, Equatable {
    /// The id of the source, which may have no list.
    public let source: ListID
    /// A JSON object.
    public let text: JSONText

    public init(of source: ListID, text: JSONText) {
        self.source = source
        self.text = text
    }
}
