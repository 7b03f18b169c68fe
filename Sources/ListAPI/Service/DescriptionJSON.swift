import JSON
import Yams

/// Writes the API's description as JSON. Members keep the order of the YAML.
enum DescriptionJSON {
    /// The JSON text of a YAML document; `null` for a text that is no YAML.
    ///
    /// Of scalars without quotes it reads the nulls, booleans and integers of YAML's core schema; the description has no other numbers.
    static func text(ofYAML yaml: [UInt8]) -> [UInt8] {
        var json = JSONWriter(capacity: yaml.count)
        if let root = try? compose(yaml: String(decoding: yaml, as: UTF8.self)) { write(root, to: &json) } else { json.null() }
        return Array(json.value.text.utf8)
    }

    private static func write(_ node: Node, to json: inout JSONWriter) {
        switch node {
        case .mapping(let members):
            json.beginObject()
            for (name, value) in members {
                json.key(name.scalar?.string ?? "")
                write(value, to: &json)
            }
            json.endObject()
        case .sequence(let elements):
            json.beginArray()
            for element in elements { write(element, to: &json) }
            json.endArray()
        case .scalar(let scalar): write(scalar, to: &json)
        case .alias: json.null()
        }
    }

    private static func write(_ scalar: Node.Scalar, to json: inout JSONWriter) {
        guard scalar.style == .plain else { return json.string(scalar.string) }
        switch scalar.string {
        case "", "null", "~": json.null()
        case "true": json.bool(true)
        case "false": json.bool(false)
        case let text:
            if let number = Int(text) { json.number(number) } else { json.string(text) }
        }
    }
}
