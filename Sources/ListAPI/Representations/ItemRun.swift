import Lists
import Wire

/// Writes items into a page until it is full.
struct ItemRun {
    /// A page that has passed this many bytes closes early.
    static let fullPage = 8 << 20

    private var shape: ItemShape

    init(of snapshot: ListSnapshot, naming: CellNaming) {
        shape = ItemShape(of: snapshot.head, naming: naming)
    }

    /// Appends `[`, the items as far as the page has room, and `]`.
    ///
    /// - Parameter closesEarly: Whether a full page ends the run; a section's embedded items are shown all or not begun.
    /// - Returns: How many items it shows.
    mutating func append(
        _ items: [Item], of snapshot: ListSnapshot, closesEarly: Bool = true, to output: inout [UInt8]
    ) throws -> Int {
        output.append(UInt8(ascii: "["))
        var shown = 0
        // Read in pieces, so that a page of large values stops reading where it closes.
        while shown < items.count, !closesEarly || output.count <= Self.fullPage {
            let piece = Array(items[shown..<min(shown + 64, items.count)])
            try snapshot.readItems(piece) { index, stored in
                guard !closesEarly || output.count <= Self.fullPage else { return }
                if shown > 0 { output.append(UInt8(ascii: ",")) }
                shape.append(piece[index], stored, to: &output)
                shown += 1
            }
        }
        output.append(UInt8(ascii: "]"))
        return shown
    }
}
