import Foundation
import Testing

@Suite("The API's description against a live server")
struct SchemathesisTests {
    @Test("schemathesis finds nothing, with all checks on all operations")
    func schemathesis() throws {
        // The same each time, since not all that the tool says of a new seed is true of the server.
        let seed = ProcessInfo.processInfo.environment["SCHEMATHESIS_SEED"] ?? "20261121"
        print("schemathesis has the seed \(seed); SCHEMATHESIS_SEED in the environment sets it")
        let server = try ServerProcess.released(environment: ["SECTIONAL_DEFAULT_LIST": "hello"])
        try server.putSamples()
        let root = ProjectFolder.root
        // Run where its configuration looks for its hooks.
        let run = try ToolRun(
            "schemathesis",
            [
                "--config-file", root.appendingPathComponent("api/schemathesis.toml").path, "run",
                "http://127.0.0.1:\(server.port)/openapi.json",
                "--checks", "all", "--max-examples", "20", "--max-time", "60", "--seed", seed, "--no-color",
            ], in: root.path)
        #expect(try run.status(within: 300) == 0, "seed \(seed)\n\(run.output)")
        #expect(try server.connect().get("/readyz").status == 200)
        #expect(try server.stop() == 0)
    }
}
