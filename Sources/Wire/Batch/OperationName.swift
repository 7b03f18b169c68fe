/// What an operation of a batch may be called.
enum OperationName: String, CaseIterable {
    case insertItem, updateItem, patchItem, deleteItem, moveItem
    case insertSection, updateSection, moveSection, deleteSection

    /// The name with exactly these bytes.
    init?(exactly name: String) {
        // The standard library compares by canonical equivalence; what is equivalent to ASCII without being it is longer.
        guard let known = OperationName(rawValue: name), known.rawValue.utf8.count == name.utf8.count else { return nil }
        self = known
    }
}
