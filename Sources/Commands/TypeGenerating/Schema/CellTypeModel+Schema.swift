import CellTypes
import JSON

extension CellTypeModel {
    /// Reads a type's schema; where it has none, its values are any JSON.
    ///
    /// - Parameter fieldLimit: Properties beyond which an object is any JSON.
    init(_ type: CellType, fieldLimit: Int) {
        var reader = SchemaReader(JSONTree(type.schema ?? .emptyObject), fieldLimit: fieldLimit)
        let content = reader.readRoot(hint: type.name)
        self.init(
            name: type.name, description: type.description.isEmpty ? content.description : type.description, root: content.shape,
            declarations: content.declarations)
    }
}
