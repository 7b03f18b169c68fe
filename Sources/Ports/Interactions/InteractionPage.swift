package import Lists

/// A run of a list's interactions, in the order of their sequence.
public struct InteractionPage: Sendable, Equatable {
    /// An interaction as it was recorded.
    public struct Entry: Sendable, Equatable {
        public let sequence: Int64
        /// The JSON text that ``ListTransaction/record(_:describe:)`` was given.
        public let data: [UInt8]

        public init(sequence: Int64, data: [UInt8]) {
            self.sequence = sequence
            self.data = data
        }
    }

    public let interactions: [Entry]
    /// Whether there are more behind the last.
    public let hasMore: Bool

    public init(interactions: [Entry], hasMore: Bool) {
        self.interactions = interactions
        self.hasMore = hasMore
    }
}

/// Errors of a store for interactions that can't be read back.
package enum InteractionRefusal {
    package static func gone(after sequence: Int64, of id: ListID) -> ListError {
        ListError(.interactionGone, "The interactions of list '\(id)' that follow number \(sequence) are no longer kept.")
    }
}
