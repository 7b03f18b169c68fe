import CellTypes
import JSON

@testable import Commands

/// Generates code for types that a test writes down.
enum GeneratedCode {
    static func type(_ name: String, _ schema: String? = nil, description: String = "") throws -> CellType {
        CellType(name: name, schema: try schema.map { try JSONText(validating: $0) }, description: description)
    }

    static func source(_ language: GeneratedLanguage, _ types: [CellType]) -> String {
        TypeGenerator(types, registryVersion: 3).source(in: language)
    }

    /// The shapes of a schema.
    static func model(_ schema: String, fieldLimit: Int = 1_000) throws -> CellTypeModel {
        CellTypeModel(try type("Root", schema), fieldLimit: fieldLimit)
    }
}
