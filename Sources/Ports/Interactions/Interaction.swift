public import Lists

/// The data that the store gives an interaction as it records it. An interaction is an act of a user with an item.
public struct Interaction: Sendable, Equatable {
    public let id: Identifier
    /// Counts the list's interactions 1, 2, 3, … without a gap; goes on when the list is deleted and made again.
    public let sequence: Int64
    /// Milliseconds since 1970, UTC.
    public let time: Int64
    /// The name that ``ListTransaction/attribute(to:)`` was given; `nil` for none.
    public let author: String?

    public init(id: Identifier, sequence: Int64, time: Int64, author: String? = nil) {
        self.id = id
        self.sequence = sequence
        self.time = time
        self.author = author
    }
}
