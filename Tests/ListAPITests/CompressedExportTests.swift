import Foundations
import HTTPServing
import HTTPTypes
import TestSupport
import Testing

@Suite("Export in gzip")
struct CompressedExportTests {
    private static let gzip = ["Accept-Encoding": "gzip"]

    private func rows(_ count: Int) -> String {
        let text = String(repeating: "x", count: 100)
        return "[\((0..<count).map { "\"\($0) \(text)\"" }.joined(separator: ","))]"
    }

    @Test("is the same lines, with a tag of its own, however many there are", arguments: [10, 300, 400, 5_000])
    func lines(count: Int) async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: rows(count))
        let plain = try await api.get("/lists/l/export")
        let answer = try await api.get("/lists/l/export", Self.gzip)
        #expect(answer.status == 200 && answer["content-encoding"] == "gzip" && answer["content-type"] == "application/x-ndjson")
        #expect(answer["etag"] == "\"v1-gz\"" && answer["list-version"] == "1" && answer["cache-control"] == "no-store")
        #expect(answer.all("vary") == ["Accept-Encoding, Accept-Cell-Types"])
        #expect(answer.bytes.count < plain.bytes.count && Gzip.decompress(answer.bytes, limit: plain.bytes.count) == plain.bytes)
        #expect(plain["content-encoding"] == nil && plain["etag"] == "\"v1\"")
    }

    @Test("up to 1 KiB it goes out as it is")
    func short() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: "[[\"\"]]")
        let missing = 1_024 - (try await api.get("/lists/l/export").bytes.count)
        for (characters, encoding) in [(missing, nil), (missing + 1, "gzip")] {
            try await api.send(.put, "/lists/l/items/0-0", body: "\"\(String(repeating: "x", count: characters))\"")
            let plain = try await api.get("/lists/l/export")
            let answer = try await api.get("/lists/l/export", Self.gzip)
            #expect(plain.bytes.count == 1_024 + characters - missing)
            #expect(answer["content-encoding"] == encoding && answer["etag"]?.hasSuffix("-gz\"") == (encoding != nil))
            #expect((encoding == nil ? answer.bytes : Gzip.decompress(answer.bytes, limit: 2_000)) == plain.bytes)
        }
    }

    @Test("answers HEAD like GET, and 304 for the tag that its 200 would carry")
    func conditions() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: rows(20))
        let whole = try await api.get("/lists/l/export", Self.gzip)
        let head = try await api.send(.head, "/lists/l/export", Self.gzip)
        #expect(head.status == 200 && head.headerLines(without: "") == whole.headerLines(without: ""))
        for (tag, accepts, status) in [
            ("\"v1\"", false, 304), ("\"v1-gz\"", false, 304), ("\"v1\"", true, 304), ("\"v1-gz\"", true, 304),
            ("\"v0\", \"v1-gz\"", true, 304), ("*", true, 304), ("W/\"v1-gz\"", true, 304), ("\"v2-gz\"", true, 200),
        ] {
            let answer = try await api.get("/lists/l/export", ["If-None-Match": tag].merging(accepts ? Self.gzip : [:]) { $1 })
            #expect(answer.status == status && answer["etag"] == (accepts ? "\"v1-gz\"" : "\"v1\""), "\(tag)")
        }
        for tag in ["\"v1\"", "\"v1-gz\""] {
            #expect(try await api.get("/lists/l/export", Self.gzip.merging(["If-Match": tag]) { $1 }).status == 200)
        }
        let refused = try await api.get("/lists/l/export", Self.gzip.merging(["If-Match": "\"v2-gz\""]) { $1 })
        #expect(refused.status == 412 && refused["content-encoding"] == nil && refused.at("current.itemCount") == "20")
    }

    @Test("has no end where it is cut")
    func cut() async throws {
        let api = try TestAPI(history: 16, pinSeconds: 0)
        try await api.send(.put, "/lists/l", body: rows(3_000))
        let stream = try #require(try await api.stream("/lists/l/export", [.acceptEncoding: "gzip"]))
        defer { stream.close() }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1_000)
        func read() -> BodyStreamRead {
            let outcome = piece.withUnsafeMutableBytes { stream.read(into: $0) }
            if case .bytes(let count) = outcome { bytes += piece.prefix(count) }
            return outcome
        }
        #expect(read() == .bytes(1_000))
        for number in 0..<200 { try await api.send(.put, "/lists/l", body: "[\(number)]") }
        while case .bytes = read() {}
        #expect(read() == .failed && bytes.count > 1_000)
        #expect(Gzip.decompress(bytes, limit: 1 << 24) == nil)
    }
}
