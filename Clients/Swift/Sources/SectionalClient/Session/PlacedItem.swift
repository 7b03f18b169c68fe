import Foundation

/// An item that a write inserts or moves, as far as a screen needs it.
struct PlacedItem {
    let id: String
    /// Whether it is inserted.
    let isInserted: Bool
    /// The cell type's name of an insertion; nil where it gives none.
    let type: String?
    /// The value of an insertion, by ``ListOptions/cacheEncoder``.
    let value: Data?
    /// The section's id; nil for that of the row that it comes beside.
    let section: String?
    let spots: [WriteTarget.Spot]
    /// The version of index paths in `spots`.
    let version: ListVersion?
}

extension PendingWrite {
    /// Whether it inserts or moves something.
    var placesItems: Bool { target != nil || parts?.contains { $0.condition == nil && $0.section == nil } == true }

    /// The ids of the items that it inserts, as far as this app knows them.
    var insertedIDs: [String] { [inserted].compactMap { $0 } + (parts ?? []).flatMap { [$0.inserted].compactMap { $0 } + $0.sectionItems } }

    /// The items that it inserts or moves. An insertion whose id only the server knows is none of them.
    var placedItems: [PlacedItem] {
        guard let target else { return (parts ?? []).compactMap(\.placedItem) }
        guard let id = target.item == nil ? items.first : inserted else { return [] }
        let type = target.item.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }?["type"]?.string
        return [
            PlacedItem(
                id: id, isInserted: target.item != nil, type: type, value: value, section: target.section, spots: target.spots,
                version: target.version)
        ]
    }
}

extension BatchPart {
    fileprivate var placedItem: PlacedItem? {
        guard condition == nil, section == nil, let operation = try? JSONDecoder().decode(JSONValue.self, from: text) else { return nil }
        let spots = [operation["before"]?.string.map(WriteTarget.Spot.before), operation["after"]?.string.map(WriteTarget.Spot.after)]
        let isInserted = operation["op"]?.string == "insertItem"
        guard let id = isInserted ? inserted : (operation["item"]?.string?.dropFirst()).map(String.init) else { return nil }
        return PlacedItem(
            id: id, isInserted: isInserted, type: operation["item"]?["type"]?.string, value: value,
            section: (operation["section"]?.string?.dropFirst()).map(String.init), spots: spots.compactMap { $0 }, version: nil)
    }
}
