import Foundation

/// One operation of a batch, as it lies on disk.
struct BatchPart: Codable, Sendable, Equatable {
    /// The operation as JSON, without its condition and its spot.
    let text: Data
    /// The item that it changes or deletes, as it was seen; nil of an insertion and of a move.
    var condition: PendingWrite.Condition?
    /// The item that it moves, as it was seen; nil of a move that does not mind what somebody else has written.
    var seen: PendingWrite.Condition?
    /// The id of the item that it inserts; nil where only the server knows it.
    var inserted: String?
    /// The value that it writes, by ``ListOptions/cacheEncoder``; nil of a move and of a deletion. The members that an update
    /// of a section changes.
    var value: Data?
    /// The section that it inserts, changes, moves or deletes; nil of an edit of an item.
    var section: String?
    /// The targets of a section's insertion or move, the first one first; of several edits the first is taken.
    var spots: [WriteTarget.Spot]?

    /// The operation as it is sent.
    fileprivate var operation: Data {
        if let condition = condition ?? seen { return text.dropLast() + Data(#","ifMatch":"\#(condition.tag)"}"#.utf8) }
        let target: [String: String] =
            switch spots?.first {
            case .before(let name)?: ["before": name]
            case .after(let name)?: ["after": name]
            case .to?, .end?, nil: [:]
            }
        guard let member = try? JSONEncoder().encode(target), !target.isEmpty else { return text }
        return text.dropLast() + Data(",".utf8) + member.dropFirst()
    }
}

extension PendingWrite {
    /// Becomes a batch of these operations.
    mutating func take(_ parts: [BatchPart]) {
        self.parts = parts
        body = Data(#"{"operations":["#.utf8) + parts.map(\.operation).joined(separator: Data(",".utf8)) + Data("]}".utf8)
    }
}
