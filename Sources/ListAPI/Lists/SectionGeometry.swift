import JSON
import Lists
import Wire

/// The geometry of one section, written in pieces. It is a position in the section, not its content.
struct SectionGeometry: Sendable {
    /// Rows whose leaves are read before the size is looked at again.
    private static let step = 4_096

    private let snapshot: ListSnapshot
    private let section: Section
    private var hasBegun = false
    private var row = 0
    private(set) var hasEnded = false

    init(of section: Section, in snapshot: ListSnapshot) {
        self.snapshot = snapshot
        self.section = section
    }

    /// Writes on until the section has ended or the text has `size` bytes, and a little more.
    ///
    /// - Parameter geometry: The same one in every call.
    mutating func write(_ geometry: inout GeometryRepresentation, to json: inout JSONWriter, upTo size: Int) throws {
        guard !hasEnded else { return }
        if !hasBegun {
            hasBegun = true
            geometry.begin(section, to: &json)
        }
        while row < section.itemCount {
            guard json.count < size else { return }
            let rows = row..<min(section.itemCount, row + Self.step)
            try snapshot.forEachTypeRun(of: section, rows: rows) { type, count in geometry.add(type, count: count, to: &json) }
            row = rows.upperBound
        }
        geometry.end(&json)
        hasEnded = true
    }
}
