import CellTypes
import JSON
import Lists

/// Writes the stages of a changes object one after the other, up to a bound.
struct StageWriter: ~Copyable {
    private let new: ListSnapshot
    private let byteLimit: Int
    private var items: ItemRepresentation
    private var json = JSONWriter()

    init(of new: ListSnapshot, cells: CellPresentation, byteLimit: Int) {
        self.new = new
        self.byteLimit = byteLimit
        items = ItemRepresentation(of: new.head, cells: cells)
        json.beginArray()
    }

    /// The array as it is then.
    ///
    /// - Throws: ``TooManyBytes``.
    mutating func finish() throws -> [UInt8] {
        json.endArray()
        try check()
        return json.bytes
    }

    /// Writes a stage.
    ///
    /// - Throws: ``TooManyBytes``; `MissingRecord` where the version was collected.
    mutating func write(_ stage: Changeset.Stage) throws {
        json.beginObject()
        json.key("sections")
        json.beginObject()
        try array("deleted", stage.sections.deleted) { deletion, json in
            json.member("id", deletion.id.text)
            json.member("index", deletion.index)
        }
        try array("inserted", stage.sections.inserted, Self.write)
        try array("moved", stage.sections.moved) { move, json in
            json.member("id", move.id.text)
            json.member("from", move.from)
            json.member("to", move.to)
        }
        try array("updated", stage.sections.updated, Self.write)
        json.endObject()
        json.key("items")
        json.beginObject()
        try write(stage.items)
        json.endObject()
        json.endObject()
        try check()
    }

    private mutating func write(_ changes: ItemChanges) throws {
        try array("deleted", changes.deleted) { deletion, json in
            json.member("id", deletion.id.text)
            json.key("indexPath")
            Self.write(deletion.indexPath, to: &json)
        }
        try array("inserted", changes.inserted)
        try array("moved", changes.moved) { move, json in
            json.member("id", move.id.text)
            json.key("from")
            Self.write(move.from, to: &json)
            json.key("to")
            Self.write(move.to, to: &json)
        }
        try array("updated", changes.updated)
    }

    private mutating func array(_ key: StaticString, _ items: [Item]) throws {
        json.key(key)
        json.beginArray()
        try new.readItems(items) { index, stored in
            json.beginObject()
            json.key("indexPath")
            Self.write(items[index].indexPath, to: &json)
            json.key("item")
            self.items.write(items[index], stored, to: &json)
            json.endObject()
            try check()
        }
        json.endArray()
    }

    /// Writes an array of objects whose members `body` writes.
    private mutating func array<Change>(
        _ key: StaticString, _ changes: [Change], _ body: (Change, inout JSONWriter) -> Void
    ) throws {
        json.key(key)
        json.beginArray()
        for change in changes {
            json.beginObject()
            body(change, &json)
            json.endObject()
            try check()
        }
        json.endArray()
    }

    private func check() throws {
        guard json.count <= byteLimit else { throw TooManyBytes() }
    }

    private static func write(_ section: StagedSection, to json: inout JSONWriter) {
        json.member("index", section.index)
        json.key("section")
        SectionRepresentation.write(section, to: &json)
    }

    private static func write(_ path: IndexPath, to json: inout JSONWriter) {
        json.beginArray()
        json.number(path.section)
        json.number(path.row)
        json.endArray()
    }
}

/// Thrown when the stages exceed the caller's limit of bytes.
struct TooManyBytes: Error {}
