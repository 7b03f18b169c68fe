import Foundation
import Testing

@Suite("The API's description, for generators of clients")
struct GeneratedClientTests {
    private static let description = ProjectFolder.root.appendingPathComponent("api/openapi.yaml")

    /// A script that says what it does itself, at work.
    private static func script(_ name: String, _ arguments: [String]) throws -> ToolRun {
        try ToolRun("python", [ProjectFolder.root.appendingPathComponent("Tests/Support/Description/\(name)").path] + arguments)
    }

    @Test("generated clients make lists, read pages, write, apply batches, follow changes, take events and get typed problems")
    func clients() throws {
        let server = try ServerProcess.released(environment: ["SECTIONAL_WEBHOOKS_ALLOW": "127.0.0.0/8"])
        let folder = try TestFolder()
        let run = try Self.script("clients.py", [folder.url.path, "\(server.port)"])
        #expect(try run.status() == 0 && run.output.hasSuffix("the generated clients work\n"), "\(run.output)")
        #expect(try server.stop() == 0)
    }

    @Test("examples fit their schemas, links and discriminators lead somewhere, and each event has a webhook")
    func check() throws {
        let run = try Self.script("check.py", [Self.description.path])
        #expect(try run.status() == 0, "\(run.output)")
    }

    @Test(
        "what a generator can't read, or what does not fit, is found",
        arguments: [
            ("minItems: 2", "contains: false", "a schema that is a boolean"),
            ("since: '$response", "from: '$response", "leads to no operation"),
            ("sequence: 42", "sequence: 0", "0 is less than the minimum of 1"),
            ("const: moveItem", "const: move", "is not told by"),
            ("maximum: 10000 }", "maximum: 9223372036854775807 }", "a bound that is no Double"),
            ("'null']", "boolean]", "several types"),
            ("deleted: {", "deleted: { anyOf: [{ type: array }, { type: 'null' }],", "null among several schemas"),
            ("schemas/Stage'", "schemas/ChangedProperties'", "elements that are null by a reference"),
            ("schemas/Stage' }", "schemas/Stage' }\n          additionalProperties: false", "an answer that is closed"),
            ("ListResource", "List", "a name that is taken"),
        ])
    func canFail(old: String, new: String, message: String) throws {
        let text = try String(contentsOf: Self.description, encoding: .utf8)
        let folder = try TestFolder()
        let changed = text.replacing(old, with: new)
        #expect(changed != text)
        let run = try Self.script("check.py", [folder.write(changed, to: "openapi.yaml")])
        #expect(try run.status() == 1 && run.output.contains(message), "\(run.output)")
    }
}
