public import CellTypes
public import JSON
import Lists

/// A registered cell type as the contract shows it.
public enum CellTypeRepresentation {
    /// Writes a CellType object.
    public static func write(_ type: CellType, to json: inout JSONWriter) {
        json.beginObject()
        json.member("type", type.name)
        write("schema", type.schema, to: &json)
        json.member("reuseIdentifier", type.reuseIdentifier)
        write("estimatedHeight", type.estimatedHeight, to: &json)
        json.member("fallback", type.fallback)
        json.member("description", type.description)
        json.endObject()
    }

    /// The JSON text of a type.
    public static func bytes(_ type: CellType) -> [UInt8] {
        var json = JSONWriter()
        write(type, to: &json)
        return json.bytes
    }

    private static func write(_ key: String, _ value: JSONText?, to json: inout JSONWriter) {
        json.key(key)
        if let value { json.value(value) } else { json.null() }
    }
}
