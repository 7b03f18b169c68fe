public import JSON

/// The type and the cell of an item that a client is shown.
public struct ShownCell: Sendable, Equatable {
    /// `nil` for an item without a type, and where the client knows no type that could stand in.
    public let type: String?
    /// The reuse identifier.
    public let cell: String
    /// A JSON number as it was registered; `nil` where nobody knows.
    public let height: JSONText?

    public init(type: String?, cell: String, height: JSONText?) {
        self.type = type
        self.cell = cell
        self.height = height
    }
}
