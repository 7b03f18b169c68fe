import CellTypes
import Foundation
import ListAPI
import Lists
import MicroHTTPServer
import SQLiteStore
import Testing

@testable import Settings

@Suite("Settings from every source")
final class SettingsReaderTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sectional-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("a flag goes before the environment, the environment before the file, the file before the default")
    func precedence() throws {
        let file = try file("port: 1\nhost: 10.0.0.1\ndatabase: file.sqlite\nhistory: {versions: 20}\n")
        let (settings, _) = try SettingsReader(
            file: file, flags: ["port": "3"], environment: ["SECTIONAL_PORT": "2", "SECTIONAL_HOST": "10.0.0.2"]
        ).read()
        #expect(settings.server.port == 3)
        #expect(settings.server.host == "10.0.0.2")
        #expect(settings.store.path == "file.sqlite")
        #expect(settings.store.retention.versions == 20)
        #expect(settings.store.retention.seconds == 3_600)
    }

    @Test("the environment may name the file, and a flag goes before it")
    func fileByEnvironment() throws {
        let environment = ["SECTIONAL_CONFIG": try file("port: 1\n")]
        #expect(try SettingsReader(environment: environment).read().settings.server.port == 1)
        #expect(try SettingsReader(file: file("port: 2\n"), environment: environment).read().settings.server.port == 2)
        #expect(try SettingsReader(environment: ["SECTIONAL_CONFIG": ""]).read().settings == Settings())
    }

    @Test("a dot and a hump are underscores in the environment, and no two settings share a variable")
    func variables() {
        let variables = SettingsTable.keys.reduce(into: [String: String]()) { $0[$1.variable] = $1.name }
        #expect(variables["SECTIONAL_HISTORY_VERSIONS"] == "history.versions")
        #expect(variables["SECTIONAL_REQUIRE_PRECONDITIONS"] == "requirePreconditions")
        #expect(variables["SECTIONAL_LIMITS_DEFAULT_PAGE"] == "limits.defaultPage")
        #expect(variables.count == SettingsTable.keys.count)
    }

    @Test("every default is of its key's kind, and putting it changes nothing")
    func defaults() throws {
        for key in SettingsTable.keys {
            var settings = Settings()
            try key.apply(key.initial, &settings)
            #expect(key.kind.accepts(key.initial), "\(key.name)")
            #expect(settings == Settings(), "\(key.name)")
        }
    }

    @Test("maps are JSON in the environment, and a configured map takes the place of the default")
    func maps() throws {
        let environment = ["SECTIONAL_CELL_SUFFIXES": #"{"Row": "Cell", "\u00e9": "e"}"#]
        #expect(try SettingsReader(environment: environment).read().settings.api.naming.suffixes == ["Row": "Cell", "é": "e"])
        #expect(try SettingsReader(environment: ["SECTIONAL_CELL_SUFFIXES": "{}"]).read().settings.api.naming.suffixes.isEmpty)
    }

    @Test(
        "a value of the wrong kind in the environment is an error that names the variable",
        arguments: [
            ("SECTIONAL_PORT", "http", "SECTIONAL_PORT must be an integer from 0 to 65535, and is “http”"),
            ("SECTIONAL_PORT", "", "SECTIONAL_PORT must be an integer from 0 to 65535, and is “”"),
            ("SECTIONAL_REQUIRE_PRECONDITIONS", "perhaps", "SECTIONAL_REQUIRE_PRECONDITIONS must be true or false, and is “perhaps”"),
            ("SECTIONAL_SHUTDOWN_SECONDS", "nan", "SECTIONAL_SHUTDOWN_SECONDS must be a number from 0 to 3600, and is “nan”"),
            (
                "SECTIONAL_CELL_SUFFIXES", "Model=Cell",
                "SECTIONAL_CELL_SUFFIXES must be a map from text to text, as JSON, and is “Model=Cell”"
            ),
            (
                "SECTIONAL_WEBHOOKS_RETRIES", "1,,2",
                "SECTIONAL_WEBHOOKS_RETRIES must be a list of integers from 0 to 3155760000, separated by commas, and is “1,,2”"
            ),
            ("SECTIONAL_AUTH_TOKENS", "[1]", "SECTIONAL_AUTH_TOKENS must be a list of maps, as JSON"),
            ("SECTIONAL_AUTH_TOKENS", "secret", "SECTIONAL_AUTH_TOKENS must be a list of maps, as JSON"),
        ])
    func environmentErrors(name: String, text: String, message: String) {
        #expect(throws: SettingsError(message)) { try SettingsReader(environment: [name: text]).read() }
    }

    @Test("a variable that looks like a setting and is none is a warning, and others are not looked at")
    func unknownVariables() throws {
        let environment = ["SECTIONAL_PROT": "1", "SECTIONAL_XYZZY_PLUGH": "2", "PATH": "/bin", "SECTIONAL_CONFIG": ""]
        let warnings = try SettingsReader(environment: environment).read().warnings
        #expect(warnings == ["SECTIONAL_PROT is no setting; did you mean SECTIONAL_PORT?", "SECTIONAL_XYZZY_PLUGH is no setting"])
    }

    @Test("a flag of the wrong kind is an error that names it")
    func flagErrors() {
        #expect(throws: SettingsError("--port must be an integer from 0 to 65535, and is “-1”")) {
            try SettingsReader(flags: ["port": "-1"]).read()
        }
    }

    @Test("a host that is no address is an error that names it, wherever it stands", arguments: ["999.1.1.1", "example.org", "1.2.3"])
    func hosts(host: String) throws {
        let error = SettingsError("host must be an IP address or localhost, and is “\(host)”")
        #expect(throws: error) { try SettingsReader(flags: ["host": host]).read() }
        #expect(throws: error) { try SettingsReader(environment: ["SECTIONAL_HOST": host]).read() }
        #expect(throws: error) { try SettingsReader(file: file("host: \"\(host)\"\n")).read() }
    }

    @Test("an address of either kind and localhost are hosts", arguments: ["0.0.0.0", "::", "::1", "[::1]", "localhost"])
    func possibleHosts(host: String) throws {
        #expect(try SettingsReader(flags: ["host": host]).read().settings.server.host == host)
    }

    @Test("settings that contradict each other are an error")
    func contradictions() {
        #expect(
            throws: SettingsError(
                "limits.value must be at most a quarter of server.memory, which is what one sender's requests may hold, and is 600000, above 524288"
            )
        ) {
            try SettingsReader(environment: ["SECTIONAL_LIMITS_VALUE": "600000", "SECTIONAL_SERVER_MEMORY": "2097152"]).read()
        }
        #expect(throws: SettingsError("limits.defaultPage must be at most limits.page, and is 50, above 20")) {
            try SettingsReader(environment: ["SECTIONAL_LIMITS_PAGE": "20"]).read()
        }
        #expect(throws: SettingsError("defaultList must be a list id, and is “a b”")) {
            try SettingsReader(environment: ["SECTIONAL_DEFAULT_LIST": "a b"]).read()
        }
    }

    private func file(_ text: String) throws -> String {
        let path = folder.appendingPathComponent("\(UUID().uuidString).yaml").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }
}
