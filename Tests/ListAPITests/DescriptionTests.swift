import Foundation
import Foundations
import TestSupport
import Testing
import Yams

@testable import ListAPI

@Suite("The description that the server gives")
struct DescriptionTests {
    private static func file() throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: #filePath).appendingPathComponent("../../../api/openapi.yaml").standardized))
    }

    @Test("is what the repository holds")
    func embedded() async throws {
        #expect(try await TestAPI().get("/openapi.yaml").bytes == Self.file(), "build again")
    }

    @Test("is given plain and compressed", arguments: [("openapi.yaml", "application/yaml"), ("openapi.json", "application/json")])
    func forms(name: String, type: String) async throws {
        let api = try TestAPI()
        let plain = try await api.get("/\(name)")
        #expect(plain.status == 200 && plain["content-type"] == type && plain["vary"] == "Accept-Encoding")
        let encoded = try await api.get("/\(name)", ["Accept-Encoding": "gzip"])
        #expect(encoded["content-encoding"] == "gzip" && Gzip.decompress(encoded.bytes, limit: 1 << 22) == plain.bytes)
    }

    @Test("says the same in JSON as in YAML")
    func equality() async throws {
        let yaml = try #require(try Yams.load(yaml: String(decoding: Self.file(), as: UTF8.self)))
        let json = try JSONSerialization.jsonObject(with: Data(try await TestAPI().get("/openapi.json").bytes))
        let texts = try [yaml, json].map { try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) }
        #expect(texts[0] == texts[1])
    }

    @Test(
        "of scalars in YAML's core schema is the same in JSON",
        arguments: [
            ("a: 1", #"{"a":1}"#), ("a: '1'", #"{"a":"1"}"#), ("\"200\": x y", #"{"200":"x y"}"#),
            ("[null, ~, true, 'null', -7]", "[null,null,true,\"null\",-7]"),
            ("a: |\n  one\n  two\n", #"{"a":"one\ntwo\n"}"#), ("b: {}\na: []", #"{"b":{},"a":[]}"#), ("a: [", "null"), ("", "null"),
        ])
    func scalars(yaml: String, json: String) {
        #expect(String(decoding: DescriptionJSON.text(ofYAML: Array(yaml.utf8)), as: UTF8.self) == json)
    }
}
