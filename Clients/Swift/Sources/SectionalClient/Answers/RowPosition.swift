import Foundation

/// An index path as it stands in JSON: `[section, row]`. It means something in one version of one list.
struct RowPosition: Codable, Hashable, Sendable, Comparable {
    var section: Int
    var row: Int

    init(_ section: Int, _ row: Int) {
        self.section = section
        self.row = row
    }

    /// An index path that has not two indexes is that of no row.
    init(_ indexPath: IndexPath) {
        let isRow = indexPath.count == 2
        self.init(isRow ? indexPath[0] : -1, isRow ? indexPath[1] : -1)
    }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        section = try container.decode(Int.self)
        row = try container.decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(section)
        try container.encode(row)
    }

    static func < (a: RowPosition, b: RowPosition) -> Bool { (a.section, a.row) < (b.section, b.row) }

    var indexPath: IndexPath { IndexPath(indexes: [section, row]) }
}
