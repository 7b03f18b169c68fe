import Foundation

/// One operation of a batch, as it lies on disk.
struct BatchPart: Codable, Sendable, Equatable {
    /// The operation as JSON, without its condition.
    let text: Data
    /// The item that it changes or deletes, as it was seen; nil of an insertion and of a move.
    var condition: PendingWrite.Condition?
    /// The item that it moves, as it was seen; nil of a move that does not mind what somebody else has written.
    var seen: PendingWrite.Condition?
    /// The id of the item that it inserts; nil where only the server knows it.
    var inserted: String?
    /// The value that it writes, by ``ListOptions/cacheEncoder``; nil of a move and of a deletion.
    var value: Data?

    /// The operation as it is sent.
    fileprivate var operation: Data {
        guard let condition = condition ?? seen else { return text }
        return text.dropLast() + Data(#","ifMatch":"\#(condition.tag)"}"#.utf8)
    }
}

extension PendingWrite {
    /// Becomes a batch of these operations.
    mutating func take(_ parts: [BatchPart]) {
        self.parts = parts
        body = Data(#"{"operations":["#.utf8) + parts.map(\.operation).joined(separator: Data(",".utf8)) + Data("]}".utf8)
    }
}
