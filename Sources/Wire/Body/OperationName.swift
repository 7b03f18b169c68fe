import JSON
import Lists

/// The names of a batch's operations.
enum OperationName: String, CaseIterable, ExactName {
    case insertItem, updateItem, patchItem, deleteItem, moveItem
    case insertSection, updateSection, moveSection, deleteSection
}
