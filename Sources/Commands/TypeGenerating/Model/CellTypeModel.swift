/// A cell type as the languages need it: the shape of its values, and the declarations that the shape uses.
struct CellTypeModel: Equatable {
    let name: String
    let description: String
    let root: Shape
    /// All are used. Those that a schema uses first come first.
    let declarations: [Declaration]

    /// The record that every value of the type is; `nil` where the values are anything else.
    var rootRecord: Int? {
        guard case .declared(let index) = root, case .record = declarations[index].kind else { return nil }
        return index
    }

    /// The records that may hold themselves, through others or not, with no array, dictionary or union between.
    var recursiveRecords: Set<Int> { recursive { $0.fields.isEmpty ? [] : $0.shapes } }

    /// The unions that may hold themselves, with no array and no dictionary between.
    var recursiveUnions: Set<Int> { recursive(\.shapes).filter { declarations[$0].isUnion } }

    /// The declarations that lead back to themselves.
    private func recursive(_ shapes: (Declaration) -> [Shape]) -> Set<Int> {
        let embedded = declarations.map { Set(shapes($0).compactMap(\.embedded)) }
        return Set(
            declarations.indices.filter { start in
                var reached: Set<Int> = []
                var rest = Array(embedded[start])
                while let next = rest.popLast() {
                    if reached.insert(next).inserted { rest += embedded[next] }
                }
                return reached.contains(start)
            })
    }
}
