import CellTypes
import JSON
import Lists
import Wire

/// Writes items into a page until it is full.
struct ItemRun {
    /// A page that has passed this many bytes closes early.
    static let fullPage = 8 << 20

    private var representation: ItemRepresentation

    init(of snapshot: ListSnapshot, cells: CellPresentation) {
        representation = ItemRepresentation(of: snapshot.head, cells: cells)
    }

    /// Writes the array of the items, as far as the page has room.
    ///
    /// - Parameter closesEarly: Whether a full page ends the run; a section's embedded items are shown all or not begun.
    /// - Returns: How many items it shows.
    mutating func write(
        _ items: [Item], of snapshot: ListSnapshot, closesEarly: Bool = true, to json: inout JSONWriter
    ) throws -> Int {
        json.beginArray()
        var shown = 0
        // Read in pieces, so that a page of large values stops reading where it closes.
        while shown < items.count, !closesEarly || json.count <= Self.fullPage {
            let first = shown
            try snapshot.readItems(items[first..<min(first + 64, items.count)]) { index, stored in
                guard !closesEarly || json.count <= Self.fullPage else { return }
                representation.write(items[first + index], stored, to: &json)
                shown += 1
            }
        }
        json.endArray()
        return shown
    }
}
