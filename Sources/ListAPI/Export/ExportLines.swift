import JSON
public import Lists
import Wire

/// One version of a list line by line: the list, then each section and its items.
///
/// It is a place in the list, not its content: a few sections are read ahead, and items as they are asked for.
public struct ExportLines: Sendable {
    /// Lines are appended up to this many bytes, and the line that passes it.
    public static let chunk = 64 << 10
    /// Items and sections that are read at once, at most.
    private static let itemStep = 64
    private static let sectionStep = 16

    private let snapshot: ListSnapshot
    private var shape: ItemShape
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
    public init(of snapshot: ListSnapshot, naming: CellNaming) {
        self.snapshot = snapshot
        shape = ItemShape(of: snapshot.head, naming: naming)
    }

    /// Appends lines until a chunk is full or the list has ended; nothing once it has.
    ///
    /// - Throws: ``MissingRecord`` where the version was collected; what was appended is then to be thrown away.
    public mutating func append(to output: inout [UInt8]) throws {
        if !hasBegun {
            hasBegun = true
            JSONText.append(verbatim: "{\"list\":", to: &output)
            ListShape.append(snapshot.head, to: &output)
            JSONText.append(verbatim: "}\n", to: &output)
        }
        while output.count < Self.chunk {
            if let section, row < section.itemCount {
                try appendItems(of: section, to: &output)
            } else {
                guard try beginSection(&output) else { return }
            }
        }
    }

    /// Appends the next section's line; `false` where there is none.
    private mutating func beginSection(_ output: inout [UInt8]) throws -> Bool {
        if ahead.isEmpty {
            ahead = try snapshot.sections(in: nextSection..<(nextSection + Self.sectionStep))[...]
            nextSection += ahead.count
        }
        guard let next = ahead.popFirst() else { return false }
        JSONText.append(verbatim: "{\"section\":", to: &output)
        SectionShape.open(next, of: nil, itemOffset: itemOffset, to: &output)
        JSONText.append(verbatim: "}}\n", to: &output)
        section = next
        itemOffset += next.itemCount
        row = 0
        return true
    }

    /// Appends items until the chunk is full. Where large values fill it early, fewer are read the next time.
    private mutating func appendItems(of section: Section, to output: inout [UInt8]) throws {
        let items = try snapshot.items(of: section, rows: row..<(row + itemStep))
        var shape = shape
        var shown = 0
        try snapshot.readItems(items) { index, stored in
            guard output.count < Self.chunk else { return }
            JSONText.append(verbatim: "{\"item\":", to: &output)
            shape.append(items[index], stored, to: &output)
            JSONText.append(verbatim: "}\n", to: &output)
            shown += 1
        }
        self.shape = shape
        row += shown
        itemStep = shown < items.count ? max(1, shown) : min(Self.itemStep, itemStep * 2)
    }
}
