import JSON
import Lists

/// What an operation of a batch may be called.
enum OperationName: String, CaseIterable, ExactName {
    case insertItem, updateItem, patchItem, deleteItem, moveItem
    case insertSection, updateSection, moveSection, deleteSection
}
