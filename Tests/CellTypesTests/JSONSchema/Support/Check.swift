import JSON
import Lists

@testable import CellTypes

/// Short ways to compile a schema and check a value, both as text.
enum Check {
    /// Each violation as its pointer and its keyword.
    static func violations(_ schema: String, _ value: String) throws -> [String] {
        try schema.compiled().faults(of: JSONText(validating: value)).map { "\($0.pointer) \($0.keyword ?? "")" }
    }

    /// The units of work that a check takes, and whether the value matches.
    static func work(_ schema: String, _ value: String) throws -> (units: Int, isValid: Bool) {
        let outcome = try schema.compiled().check(JSONText(validating: value), limit: 100)
        return (outcome.work, outcome.faults.isEmpty)
    }

    /// The refusal of a schema; `nil` where it is compiled.
    static func refusal(_ schema: String) throws -> SchemaError? {
        let text = try JSONText(validating: schema)
        do throws(SchemaError) {
            _ = try CompiledSchema(text)
            return nil
        } catch {
            return error
        }
    }
}

extension String {
    func compiled() throws -> CompiledSchema { try CompiledSchema(JSONText(validating: self)) }

    /// The texts that a closure makes of the numbers from 0, with commas between them.
    static func list(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined(separator: ",") }
}
