import JSON
import Lists

/// Writes the stages of a changes object one after the other, up to a bound.
struct StageShape {
    private let new: ListSnapshot
    private let byteLimit: Int
    private var items: ItemShape
    private var output = Array("[".utf8)

    init(of new: ListSnapshot, naming: CellNaming, byteLimit: Int) {
        self.new = new
        self.byteLimit = byteLimit
        items = ItemShape(of: new.head, naming: naming)
    }

    /// The array as it is then.
    ///
    /// - Throws: ``TooManyBytes``.
    mutating func finish() throws -> [UInt8] {
        output.append(UInt8(ascii: "]"))
        try check()
        return output
    }

    /// Appends a stage.
    ///
    /// - Throws: ``TooManyBytes``; `MissingRecord` where the version was collected.
    mutating func append(_ stage: Changeset.Stage) throws {
        if output.count > 1 { output.append(UInt8(ascii: ",")) }
        JSONText.append(literal: "{\"sections\":{\"deleted\":[", to: &output)
        try appendEach(stage.sections.deleted) { deletion, output in
            JSONText.append(literal: "{\"id\":", to: &output)
            JSONText.append(deletion.id.text, to: &output)
            JSONText.append(literal: ",\"index\":", to: &output)
            JSONText.append(deletion.index, to: &output)
        }
        JSONText.append(literal: "],\"inserted\":[", to: &output)
        try appendEach(stage.sections.inserted, Self.place)
        JSONText.append(literal: "],\"moved\":[", to: &output)
        try appendEach(stage.sections.moved) { move, output in
            JSONText.append(literal: "{\"id\":", to: &output)
            JSONText.append(move.id.text, to: &output)
            JSONText.append(literal: ",\"from\":", to: &output)
            JSONText.append(move.from, to: &output)
            JSONText.append(literal: ",\"to\":", to: &output)
            JSONText.append(move.to, to: &output)
        }
        JSONText.append(literal: "],\"updated\":[", to: &output)
        try appendEach(stage.sections.updated, Self.place)
        JSONText.append(literal: "]},\"items\":{\"deleted\":[", to: &output)
        try append(stage.items)
        JSONText.append(literal: "]}}", to: &output)
        try check()
    }

    /// Appends what happens to items, from the first deletion to the last update.
    private mutating func append(_ changes: ItemChanges) throws {
        try appendEach(changes.deleted) { deletion, output in
            JSONText.append(literal: "{\"id\":", to: &output)
            JSONText.append(deletion.id.text, to: &output)
            JSONText.append(literal: ",\"indexPath\":", to: &output)
            Self.append(deletion.indexPath, to: &output)
        }
        JSONText.append(literal: "],\"inserted\":[", to: &output)
        try append(changes.inserted)
        JSONText.append(literal: "],\"moved\":[", to: &output)
        try appendEach(changes.moved) { move, output in
            JSONText.append(literal: "{\"id\":", to: &output)
            JSONText.append(move.id.text, to: &output)
            JSONText.append(literal: ",\"from\":", to: &output)
            Self.append(move.from, to: &output)
            JSONText.append(literal: ",\"to\":", to: &output)
            Self.append(move.to, to: &output)
        }
        JSONText.append(literal: "],\"updated\":[", to: &output)
        try append(changes.updated)
    }

    private mutating func append(_ items: [Item]) throws {
        var (shape, output) = (self.items, self.output)
        // Read by this name alone, so that what is appended to is not copied.
        self.output = []
        let byteLimit = byteLimit
        try new.readItems(items) { index, stored in
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSONText.append(literal: "{\"indexPath\":", to: &output)
            Self.append(items[index].indexPath, to: &output)
            JSONText.append(literal: ",\"item\":", to: &output)
            shape.append(items[index], stored, to: &output)
            output.append(UInt8(ascii: "}"))
            if output.count > byteLimit { throw TooManyBytes() }
        }
        (self.items, self.output) = (shape, output)
    }

    /// Appends objects, each of which `body` leaves open.
    private mutating func appendEach<Change>(_ changes: [Change], _ body: (Change, inout [UInt8]) -> Void) throws {
        for (index, change) in changes.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            body(change, &output)
            output.append(UInt8(ascii: "}"))
            try check()
        }
    }

    private func check() throws {
        guard output.count <= byteLimit else { throw TooManyBytes() }
    }

    private static func place(_ section: StagedSection, _ output: inout [UInt8]) {
        JSONText.append(literal: "{\"index\":", to: &output)
        JSONText.append(section.index, to: &output)
        JSONText.append(literal: ",\"section\":", to: &output)
        SectionShape.append(section, to: &output)
    }

    private static func append(_ path: IndexPath, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "["))
        JSONText.append(path.section, to: &output)
        output.append(UInt8(ascii: ","))
        JSONText.append(path.row, to: &output)
        output.append(UInt8(ascii: "]"))
    }
}

/// Stages take more bytes than somebody wants to read.
struct TooManyBytes: Error {}
