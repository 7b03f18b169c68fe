import CellTypes
import JSON

/// The answer of a server to `GET /cell-types`.
struct CellTypesAnswer {
    private(set) var types: [CellType] = []
    /// The version of the registry, where the answer has it.
    private(set) var version: Int64?

    /// - Returns: `nil` for any other document.
    init?(_ body: [UInt8]) {
        var isComplete = false
        do {
            try JSONReader.read(body.span) { reader in
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "cellTypes":
                        try reader.beginArray()
                        while try reader.nextElement() { types.append(try Self.readType(&reader)) }
                        isComplete = true
                    case "version": version = Int64(try reader.readValue().text)
                    default: try reader.scanValue()
                    }
                }
                try reader.readEnd()
            }
        } catch {
            return nil
        }
        guard isComplete, types.allSatisfy({ !$0.name.isEmpty }) else { return nil }
    }

    /// Reads a type; its name is empty where it has none.
    private static func readType(_ reader: inout JSONReader) throws(JSONSyntaxError) -> CellType {
        var members: [String: JSONText] = [:]
        try reader.beginObject()
        while let key = try reader.nextKey() {
            let value = try reader.readValue()
            if !value.isNull { members[key] = value }
        }
        return CellType(
            name: members["type"]?.stringContent ?? "", schema: members["schema"],
            reuseIdentifier: members["reuseIdentifier"]?.stringContent,
            estimatedHeight: members["estimatedHeight"], fallback: members["fallback"]?.stringContent,
            description: members["description"]?.stringContent ?? "")
    }
}
