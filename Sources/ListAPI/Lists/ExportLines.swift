public import CellTypes
import JSON
public import Lists
import Wire

/// One version of a list line by line: the list, then each section and its items.
///
/// It is a position in the list, not its content: a few sections are read ahead, and items as they are asked for.
public struct ExportLines: Sendable, ChunkSource {
    /// Lines are appended up to this many bytes, and the line that passes it.
    public static let chunk = 64 << 10
    /// Items and sections that are read at once, at most.
    private static let itemStep = 64
    private static let sectionStep = 16

    private let snapshot: ListSnapshot
    private var representation: ItemRepresentation
    private var hasBegun = false
    /// Sections that were read and not shown, and the index of the first one after them.
    private var ahead: ArraySlice<Section> = []
    private var nextSection = 0
    /// The flat position of the first item of the first of them.
    private var itemOffset = 0
    /// The section whose items come next, and the row of the first of them.
    private var section: Section?
    private var row = 0
    private var itemStep = Self.itemStep

    /// Starts at the list's own line.
    public init(of snapshot: ListSnapshot, cells: CellPresentation) {
        self.snapshot = snapshot
        representation = ItemRepresentation(of: snapshot.head, cells: cells)
    }

    /// Appends lines until a chunk is full or the list has ended; nothing once it has.
    ///
    /// - Throws: ``MissingRecord`` where the version was collected; what was appended is then to be thrown away.
    public mutating func append(to output: inout [UInt8]) throws {
        var json = JSONWriter(appendingTo: output)
        // Held once, so that what is appended to is not copied.
        output = []
        defer { output = json.bytes }
        if !hasBegun {
            hasBegun = true
            json.beginObject()
            json.key("list")
            ListRepresentation.write(snapshot.head, to: &json)
            json.endObject()
            json.endLine()
        }
        while json.count < Self.chunk {
            if let section, row < section.itemCount {
                try writeItems(of: section, to: &json)
            } else {
                guard try beginSection(&json) else { return }
            }
        }
    }

    /// Writes the next section's line; `false` where there is none.
    private mutating func beginSection(_ json: inout JSONWriter) throws -> Bool {
        if ahead.isEmpty {
            ahead = try snapshot.sections(in: nextSection..<(nextSection + Self.sectionStep))[...]
            nextSection += ahead.count
        }
        guard let next = ahead.popFirst() else { return false }
        json.beginObject()
        json.key("section")
        SectionRepresentation.write(next, of: nil, itemOffset: itemOffset, to: &json)
        json.endObject()
        json.endLine()
        section = next
        itemOffset += next.itemCount
        row = 0
        return true
    }

    /// Writes items until the chunk is full. Where large values fill it early, fewer are read the next time.
    private mutating func writeItems(of section: Section, to json: inout JSONWriter) throws {
        let items = try snapshot.items(of: section, rows: row..<(row + itemStep))
        var representation = representation
        var shown = 0
        try snapshot.readItems(items) { index, stored in
            guard json.count < Self.chunk else { return }
            json.beginObject()
            json.key("item")
            representation.write(items[index], stored, to: &json)
            json.endObject()
            json.endLine()
            shown += 1
        }
        self.representation = representation
        row += shown
        itemStep = shown < items.count ? max(1, shown) : min(Self.itemStep, itemStep * 2)
    }
}
