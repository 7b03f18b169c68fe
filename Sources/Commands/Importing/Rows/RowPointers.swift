import JSON
import Lists

/// The pointers of the flags into each row of JSON.
struct RowPointers {
    private let pointers: [(role: RowRole, pointer: JSONPointer)]

    init(_ layout: RowLayout) throws(ImportError) {
        var pointers: [(RowRole, JSONPointer)] = []
        for role in RowRole.allCases {
            guard let name = layout.names[role] else { continue }
            guard let pointer = JSONPointer(name) else {
                throw ImportError("\(role.rawValue): “\(name)” is no JSON pointer such as /name")
            }
            pointers.append((role, pointer))
        }
        self.pointers = pointers
    }

    /// The cells that the pointers find in a row.
    func cells(of row: JSONText) -> RowRoles<RowCell> {
        var cells = RowRoles<RowCell>()
        for (role, pointer) in pointers { cells[role] = Self.cell(pointer.evaluate(in: row)) }
        return cells
    }

    private static func cell(_ value: JSONText?) -> RowCell {
        guard let value, !value.isNull else { return .nothing }
        return .json(value)
    }
}
