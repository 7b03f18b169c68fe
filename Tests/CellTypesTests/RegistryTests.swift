import CellTypes
import JSON
import Lists
import Testing

@Suite("The registry of cell types")
struct RegistryTests {
    private static func entry(_ name: String, _ schema: String? = nil, fallback: String? = nil) throws -> CellTypeRegistry.Entry {
        try CellTypeRegistry.Entry(
            CellType(name: name, schema: schema.map { JSONText(verbatim: $0) }, fallback: fallback))
    }

    @Test("the version of the schemas goes up where a schema changes or a name goes, and with nothing else")
    func schemaVersion() throws {
        var registry = CellTypeRegistry.empty.setting(try Self.entry("a"))
        #expect(registry.version == 1 && registry.schemaVersion == 0 && !registry.hasSchemas)
        registry = registry.setting(try Self.entry("b", "true"))
        #expect(registry.version == 2 && registry.schemaVersion == 2 && registry.hasSchemas)
        registry = registry.setting(try Self.entry("b", "true", fallback: "a"))
        #expect(registry.version == 3 && registry.schemaVersion == 2)
        registry = registry.setting(try Self.entry("b", "false"))
        #expect(registry.version == 4 && registry.schemaVersion == 4)
        registry = registry.removing("a")
        #expect(registry.version == 5 && registry.schemaVersion == 5)
        registry = registry.setting(try Self.entry("b"))
        #expect(registry.version == 6 && registry.schemaVersion == 6 && !registry.hasSchemas)
    }

    @Test("a schema whose text is the same is compiled once")
    func reuse() throws {
        let first = try Self.entry("a", "true")
        let second = try CellTypeRegistry.Entry(CellType(name: "a", schema: JSONText(verbatim: "true"), description: "D"), after: first)
        #expect(first.schema != nil && second.schema === first.schema && second.type.description == "D")
        let third = try CellTypeRegistry.Entry(CellType(name: "a", schema: JSONText(verbatim: "false")), after: second)
        #expect(third.schema !== second.schema)
    }

    @Test("a fallback makes a circle only where it comes back to its type")
    func circles() throws {
        let registry = CellTypeRegistry(version: 1, [try Self.entry("a", fallback: "b"), try Self.entry("b", fallback: "c")])
        #expect(registry.makesCycle(CellType(name: "c", fallback: "a")))
        #expect(registry.makesCycle(CellType(name: "c", fallback: "c")))
        #expect(!registry.makesCycle(CellType(name: "c", fallback: "d")))
        #expect(!registry.makesCycle(CellType(name: "d", fallback: "a")))
        #expect(!registry.makesCycle(CellType(name: "c")))
    }

    @Test("rules ask nothing of a type that is not registered, unless they are strict")
    func rules() throws {
        let value = JSONText(verbatim: "1")
        #expect(TypeRules().rules(by: .empty) == nil)
        let strict = try #require(TypeRules(isStrict: true).rules(by: .empty))
        #expect(strict.faults(of: value, type: "a", limit: 9).map(\.kind) == [.unregisteredType])
        let registry = CellTypeRegistry.empty.setting(try Self.entry("a", "true"))
        #expect(try #require(TypeRules().rules(by: registry)).faults(of: value, type: "b", limit: 9).isEmpty)
        #expect(try #require(TypeRules(isStrict: true).rules(by: registry)).faults(of: value, type: "a", limit: 9).isEmpty)
        let closed = registry.setting(try Self.entry("a", "false"))
        let faults = try #require(TypeRules().rules(by: closed)).faults(of: value, type: "a", limit: 9)
        #expect(faults.map { [$0.pointer, $0.keyword] } == [["", "false"]] && faults.map(\.kind) == [.mismatch])
    }
}
