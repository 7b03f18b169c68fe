public import CellTypes
public import JSON
public import Lists

/// Writes the geometry of a version's sections as the contract shows it: `{"id","header","footer","runs":[[count,"cell",height|null]…]}`.
///
/// Rows come in any pieces. Neighbouring ones with the same cell and the same height are one run, whatever their types are called.
public struct GeometryRepresentation: Sendable {
    private let head: ListHead
    private let cells: CellPresentation
    /// The kind of each type number, an index in ``tails``; -1 where the type was not met.
    private var kinds: [Int]
    /// `,"cell",height]` of each kind.
    private var tails: [[UInt8]] = []
    private var kindsByTail: [[UInt8]: Int] = [:]
    /// The rows that are not written yet, all of one kind.
    private var run: (kind: Int, count: Int) = (-1, 0)
    private var isFirstRun = true

    public init(of head: ListHead, cells: CellPresentation) {
        self.head = head
        self.cells = cells
        kinds = Array(repeating: -1, count: head.types.names.count + 1)
    }

    /// Begins a section's object.
    public mutating func begin(_ section: Section, to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", section.id.text)
        json.member("header", section.content.header != .null)
        json.member("footer", section.content.footer != .null)
        json.key("runs")
        json.beginArray()
        run = (-1, 0)
        isFirstRun = true
    }

    /// Adds rows of one type.
    public mutating func add(_ type: Int32, count: Int, to json: inout JSONWriter) {
        let kind = kind(of: type)
        if kind != run.kind {
            endRun(&json)
            run = (kind, 0)
        }
        run.count += count
    }

    /// Ends the section's object.
    public mutating func end(_ json: inout JSONWriter) {
        endRun(&json)
        json.endArray()
        json.endObject()
    }

    private mutating func endRun(_ json: inout JSONWriter) {
        guard run.count > 0 else { return }
        let tail = tails[run.kind]
        json.raw(isFirstRun ? "[" : ",[")
        json.raw(run.count)
        json.raw(tail.span.bytes)
        isFirstRun = false
        run = (-1, 0)
    }

    private mutating func kind(of type: Int32) -> Int {
        // A type that the list has no name for counts as none.
        let index = type > 0 && Int(type) < kinds.count ? Int(type) : 0
        let known = kinds[index]
        if known >= 0 { return known }
        let shown = cells.shown(type: head.types[type], defaultType: head.properties.defaultType)
        let tail = Self.tail(of: shown)
        let kind = kindsByTail[tail] ?? tails.count
        if kind == tails.count {
            tails.append(tail)
            kindsByTail[tail] = kind
        }
        kinds[index] = kind
        return kind
    }

    private static func tail(of shown: ShownCell) -> [UInt8] {
        var json = JSONWriter(appendingTo: Array(",".utf8))
        json.string(shown.cell)
        if let height = shown.height { json.value(height) } else { json.null() }
        json.raw("]")
        return json.bytes
    }
}
