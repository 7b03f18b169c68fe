/// A value that its item's cell type tells apart: an enum with a case for each type, as `sectional types generate` makes it.
///
/// Its coded form has the members `type` and `value` of an item. It is decoded from the item itself, which has `cell` too: `UnsupportedCell`
/// for a type that the app does not know. An item of no type has that of the list, which the decoder's `userInfo` names under
/// `CellValue.defaultType`.
///
/// Guarantees of a list of such values: the types that it accepts are ``knownTypes``, unless ``ListOptions/acceptedCells`` names others. An
/// insertion sends type and value. An update sends the type only where it is another than that of the value on the screen.
public protocol TypedValue: Codable, Sendable {
    /// The names of the cell types that have a case.
    static var knownTypes: [String] { get }
}
