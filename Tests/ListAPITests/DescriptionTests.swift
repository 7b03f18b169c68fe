import Foundation
import Gunzip
import Gzip
import Testing
import Yams

@Suite("The description that the server gives")
struct DescriptionTests {
    private static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: #filePath).appendingPathComponent("../../../api/\(name)").standardized))
    }

    @Test(
        "is what the repository holds, plain and compressed",
        arguments: [("openapi.yaml", "application/yaml"), ("openapi.json", "application/json")])
    func embedded(name: String, type: String) async throws {
        let api = try TestAPI()
        let plain = try await api.get("/\(name)")
        #expect(plain.status == 200 && plain["content-type"] == type && plain["vary"] == "Accept-Encoding")
        #expect(plain.bytes == (try Self.file(name)), "build again")
        let encoded = try await api.get("/\(name)", ["Accept-Encoding": "gzip"])
        #expect(encoded["content-encoding"] == "gzip" && Gzip.decompress(encoded.bytes, limit: 1 << 22) == plain.bytes)
    }

    @Test("says the same in JSON as in YAML")
    func equality() throws {
        let yaml = try #require(try Yams.load(yaml: String(decoding: Self.file("openapi.yaml"), as: UTF8.self)))
        let json = try JSONSerialization.jsonObject(with: Data(Self.file("openapi.json")))
        let texts = try [yaml, json].map { try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) }
        #expect(texts[0] == texts[1], "run Scripts/describe")
    }
}
