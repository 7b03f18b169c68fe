/// Cell types whose names, keys and texts do their worst: words of the languages, names that generated code uses, and what would end a comment
/// or a literal.
enum HostileCellTypes {
    /// As a server answers them.
    static let answer: String = {
        let worst = #"*/ \" \\( ${ \n@ts-nocheck } \u2028 /* \"\"\" \u0000 import os"#
        let names = [
            "class", "Class", "self", "Self", "Type", "String", "Any", "AnyJSON", "CellItem", "CellValue", "Unsupported", "UnsupportedItem",
            "CodingKeys", "knownTypes", "3d", "👍", "名前", "é", "e\u{301}", "init", "Companion", "List", "Map", "Int64", "Long", "Record",
            "Item", "ItemEnvelope", "Guard", "ArrayOf", "default", "hashValue", "type", "value", "none", "Swift", "Optional", worst,
        ]
        let keys =
            names.filter { $0 != "e\u{301}" || $0.unicodeScalars.count == 1 } + [
                "copy", "component1", "toString", "description", "hash", "encode", "container", "fields", "json", "it", "__proto__",
                "constructor",
            ]
        let strings = keys.map { "\"\($0)\"" }
        let deep =
            String(repeating: #"{"type":"array","items":{"type":"object","additionalProperties":"#, count: 12)
            + #"{"type":"integer"}"# + String(repeating: "}}", count: 12)
        let properties = strings.enumerated().map { index, key in
            let inner = #"{"type":"object","description":"\#(worst)","properties":{\#(key):{"type":"string","description":"\#(worst)"}}}"#
            let choice = #"{"enum":[\#(strings.joined(separator: ","))]}"#
            let shapes = [inner, #"{"type":"array","items":\#(inner)}"#, choice, deep, "{}"]
            return "\(key):\(shapes[index % shapes.count])"
        }
        let schema = """
            {"type":"object","properties":{\(properties.joined(separator: ","))},
             "required":[\(strings.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: ","))]}
            """
        let small = [
            #"{"type":"string"}"#, #"{"enum":["\#(worst)","x"]}"#, deep, "null", ##"{"type":"object","properties":{"self":{"$ref":"#"}}}"##,
        ]
        let types = names.enumerated().map { index, name in
            #"{"type":"\#(name)","description":"\#(worst)","schema":\#(index < 1 ? schema : small[index % small.count])}"#
        }
        return "{\"cellTypes\":[\(types.joined(separator: ",\n"))]}"
    }()
}
