import CellTypes
import Foundation
import ListAPI
import Lists
import Logging
import MicroHTTPServer
import Testing
@testable import Settings

@Suite("Settings from a file")
struct SettingsFileTests {
    @Test("the document of all settings reads as the defaults, and names every key with a line on what it does")
    func document() throws {
        let text = SettingsDocument.text
        #expect(try Self.settings(text) == Settings())
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        for key in SettingsTable.keys {
            let name = key.name.split(separator: ".").last ?? ""
            let index = try #require(lines.firstIndex(of: "# \(key.help)"), "\(key.name)")
            #expect([String(name), key.name].contains { lines[index + 1].hasPrefix("\($0):") }, "\(key.name)")
        }
    }

    @Test("groups, maps and lists of a file arrive in the settings")
    func values() throws {
        let settings = try Self.settings(
            """
            port: 0
            defaultList: "2024"
            requirePreconditions: yes
            cellSuffixes: {Row: Cell}
            log:
              level: warning
            shutdown: {seconds: 2.5}
            limits: {page: 1000}
            """)
        #expect(settings.server.port == 0)
        #expect(settings.api.defaultList == ListID("2024"))
        #expect(settings.api.requirePreconditions)
        #expect(settings.api.naming.suffixes == ["Row": "Cell"])
        #expect(settings.log.level == .warning && settings.log.format == .text)
        #expect(settings.shutdownSeconds == 2.5)
        #expect(settings.api.largestPage == 1_000)
        #expect(settings.api.defaultPage == 50)
    }

    @Test(
        "a setting whose name is a group's as well is written whole, or as a map",
        arguments: [
            "page.images: [https://a.example]\n", "page: {images: [https://a.example]}\n", "page:\n  images: [https://a.example]\n",
        ])
    func pictures(text: String) throws {
        let settings = try Self.settings(text)
        #expect(settings.api.hasPage && settings.api.pictureOrigins == ["https://a.example"])
        #expect(try !Self.settings("page: false\npage.images: [https://a.example]\n").api.hasPage)
    }

    @Test(
        "a file without settings leaves the defaults",
        arguments: ["", "# nothing\n", "log:\nlimits: {}\n", "---\n...\n"])
    func emptyFile(text: String) throws {
        #expect(try Self.settings(text) == Settings())
    }

    @Test(
        "an error names the key and its line",
        arguments: [
            ("port: 1\nprot: 2\n", "s.yaml:2: unknown key prot; did you mean port?"),
            ("history:\n  versons: 5\n", "s.yaml:2: unknown key history.versons; did you mean history.versions?"),
            ("hist:\n  versions: 5\n", "s.yaml:1: unknown key hist; did you mean host?"),
            ("history.versions: 7\nquantumFlux: 1\n", "s.yaml:2: unknown key quantumFlux"),
            ("port: 65536\n", "s.yaml:1: port must be an integer from 0 to 65535, and is “65536”"),
            ("port: \"80\"\n", "s.yaml:1: port must be an integer from 0 to 65535, and is “80”"),
            ("port: 80.5\n", "s.yaml:1: port must be an integer from 0 to 65535, and is “80.5”"),
            ("port:\n", "s.yaml:1: port must be an integer from 0 to 65535, and is “”"),
            ("port: [1]\n", "s.yaml:1: port must be an integer from 0 to 65535"),
            ("host: 12\n", "s.yaml:1: host must be text, and is “12”"),
            ("requirePreconditions: 1\n", "s.yaml:1: requirePreconditions must be true or false, and is “1”"),
            ("limits:\n  # none\n  value: 0\n", "s.yaml:3: limits.value must be an integer from 1 up, and is “0”"),
            ("log: loud\n", "s.yaml:1: log must be a group of settings"),
            (
                "log: {level: loud}\n",
                "s.yaml:1: log.level must be one of trace, debug, info, notice, warning, error, critical, and is “loud”"
            ),
            ("cellSuffixes: [Model]\n", "s.yaml:1: cellSuffixes must be a map from text to text"),
            ("cellSuffixes: {Model: 3}\n", "s.yaml:1: cellSuffixes must be a map from text to text"),
            ("webhooks:\n  retries: [1, two]\n", "s.yaml:2: webhooks.retries must be a list of integers from 0 to 3155760000"),
            ("auth:\n  tokens: [a]\n", "s.yaml:2: auth.tokens must be a list of maps"),
            ("auth:\n  tokens: secret\n", "s.yaml:2: auth.tokens must be a list of maps"),
            ("- port\n", "s.yaml:1: the file must be a map of settings"),
            ("port: 1\nport: 2\n", "s.yaml:1: port stands there more than once"),
            ("port: [1\n", "s.yaml:2: not YAML: did not find expected ',' or ']'"),
        ])
    func errors(text: String, message: String) {
        #expect(throws: SettingsError(message)) { try Self.settings(text) }
    }

    @Test("a file that is not there is an error that names it")
    func missingFile() {
        #expect(throws: SettingsError("the settings file /nowhere/s.yaml does not exist")) {
            try SettingsReader(file: "/nowhere/s.yaml").read()
        }
    }

    private static func settings(_ text: String) throws -> Settings {
        let values = try SettingsFile(text: text, path: "s.yaml").values(of: SettingsTable.keys)
        var settings = Settings()
        for key in SettingsTable.keys {
            if let value = values[key.name] { try key.apply(value, &settings) }
        }
        return settings
    }
}
