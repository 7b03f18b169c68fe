import CellTypes
import Dispatch
import Foundation
import HTTPServing
import HTTPTypes
import Lists
import Ports
import SQLiteStore
import TestSupport
import Testing
import Wire
@testable import ListAPI

@Suite("The work of a request's checks")
struct CheckWorkTests {
    /// A value of the type takes some 8,000 units, which is more than a request may take for the bytes of an item.
    private static let schema = #"{"schema":{"items":{"anyOf":[\#((0..<4_000).map { #"{"const":\#($0)}"# }.joined(separator: ","))]}}}"#
    private static let ndjson = ["Content-Type": "application/x-ndjson"]

    private static func api(waitSeconds: Double = 10, configure: (inout ListAPISettings) -> Void = { _ in }) async throws -> TestAPI {
        let api = try TestAPI(backgroundWaitSeconds: waitSeconds, configure: configure)
        #expect(try await api.send(.put, "/cell-types/T", body: schema).status == 201)
        return api
    }

    private static func items(_ count: Int) -> String {
        Array(repeating: #"{"type":"T","value":[3999,3999]}"#, count: count).joined(separator: ",")
    }

    private static func document(_ count: Int) -> String { "{\"sections\":[{\"items\":[\(items(count))]}]}" }

    private static func lines(_ count: Int) -> String {
        String(repeating: #"{"item":{"type":"T","value":[3999,3999]}}"# + "\n", count: count)
    }

    @Test("is bounded in proportion to its bytes, and what takes more is 413 with nothing written")
    func tooMuch() async throws {
        let api = try await Self.api()
        let put = try await api.send(.put, "/lists/a", body: Self.document(700))
        #expect(put.status == 413 && put.at("type") == "/problems/too-large")
        let lines = try await api.send(.put, "/lists/a", Self.ndjson, body: Self.lines(700))
        #expect(lines.status == 413)
        #expect(try await api.get("/lists/a").status == 404)
        #expect(try await api.send(.put, "/lists/a", body: Self.document(100)).status == 201)
        #expect(try await api.send(.put, "/lists/b", Self.ndjson, body: Self.lines(100)).status == 201)
        let inserted = try await api.send(.post, "/lists/a/sections/0/items", body: "{\"items\":[\(Self.items(700))]}")
        #expect(inserted.status == 413)
        let batch = #"{"operations":[{"op":"insertItem","section":0,"items":[\#(Self.items(700))]}]}"#
        let refused = try await api.send(.post, "/lists/a/batch", body: batch)
        #expect(refused.status == 413, "\(refused.text)")
        #expect(try await api.get("/lists/a").at("version") == "1")
    }

    @Test("is told as before where it is more than the serving thread does")
    func wrong() async throws {
        let api = try await Self.api()
        let wrong = Self.document(100).replacingOccurrences(of: "3999]}]", with: "4000]}]")
        let put = try await api.send(.put, "/lists/a", body: wrong)
        #expect(put.status == 422 && put.at("errors.0.pointer") == "/sections/0/items/99/value/1")
        let line = try await api.send(.put, "/lists/a", Self.ndjson, body: Self.lines(99) + #"{"item":{"type":"T","value":[3999,4000]}}"#)
        #expect(line.status == 422 && line.at("errors.0.line") == "100")
    }

    @Test("is done on threads of its own, which small checks need not wait for, and not for ever")
    func threads() async throws {
        let api = try await Self.api(waitSeconds: 1)
        let gate = DispatchSemaphore(value: 0)
        for _ in 0..<2 { api.store.runInBackground(.check) { _ in gate.wait() } }
        async let late = api.send(.put, "/lists/late", body: Self.document(100))
        #expect(try await api.send(.put, "/lists/small", body: Self.document(2)).status == 201)
        let answer = try await late
        #expect(answer.status == 503 && answer["retry-after"] != nil)
        gate.signal()
        gate.signal()
        #expect(try await api.send(.put, "/lists/late", body: Self.document(100)).status == 201)
    }

    @Test("ends at its deadline")
    func deadline() async throws {
        let api = try await Self.api { $0.checkSeconds = 0 }
        let answer = try await api.send(.put, "/lists/a", body: Self.document(100))
        #expect(answer.status == 503 && answer["retry-after"] != nil)
        #expect(try await api.send(.put, "/lists/a", body: Self.document(2)).status == 201)
    }

    @Test("of an upload's lines ends at its deadline")
    func uploadDeadline() async throws {
        let api = try await Self.api { $0.checkSeconds = 0 }
        let answer = try await api.send(.put, "/lists/a", Self.ndjson, body: Self.lines(100))
        #expect(answer.status == 503 && answer["retry-after"] != nil && answer.text.contains("in time"))
        #expect(try await api.get("/lists/a").status == 404)
        #expect(try await api.send(.put, "/lists/a", Self.ndjson, body: Self.lines(2)).status == 201)
    }

    /// Headers of a client that may have left; a look at that may do something else first.
    private struct WatchedHeaders: RequestHeaders {
        let type: String
        let look: @Sendable () -> Bool

        subscript(_ name: HTTPField.Name) -> String? { name == .contentType ? type : nil }
        var clientHasLeft: Bool { look() }
    }

    /// Puts a list as a document or as lines.
    private static func put(_ body: String, _ type: String, in api: TestAPI, look: @escaping @Sendable () -> Bool) async -> TestResponse {
        let headers = WatchedHeaders(type: type, look: look)
        var request = Request(method: .put, target: RequestTarget("/lists/a"), headers: headers, id: "x")
        let isUpload = type != "application/json"
        if !isUpload { request.body = Array(body.utf8) }
        var pending = api.api.responder.respond(to: &request)
        if case .receiving(let receiver) = pending {
            Array(body.utf8).withUnsafeBytes { _ = receiver.receive($0) }
            pending = receiver.finish()
        }
        let response = await pending.response()
        return TestResponse(response, bytes: (try? await response.body.collected()) ?? [])
    }

    @Test("ends when its client has left, and a little is done all the same", arguments: ["application/json", "application/x-ndjson"])
    func left(type: String) async throws {
        let api = try await Self.api()
        for (count, status) in [(100, 503), (2, 201)] {
            let body = type == "application/json" ? Self.document(count) : Self.lines(count)
            #expect(await Self.put(body, type, in: api) { true }.status == status)
            #expect(try await api.get("/lists/a").status == (status == 201 ? 200 : 404))
        }
    }

    @Test("ends when the server stops, with nothing written", arguments: ["application/json", "application/x-ndjson"])
    func stop(type: String) async throws {
        let api = try await Self.api()
        let body = type == "application/json" ? Self.document(100) : Self.lines(100)
        let answer = await Self.put(body, type, in: api) {
            // The checks run now, and this is before the second value.
            api.store.breakOff(after: 0)
            return false
        }
        #expect(answer.status == 503 && answer.text.contains("The server is shutting down."), "\(answer.text)")
        #expect(try await api.get("/lists/a").status == 404)
    }

    @Test("on what is stored ends when the server stops")
    func stoppedScan() async throws {
        let api = try TestAPI()
        #expect(try await api.send(.put, "/lists/a", body: Self.document(100)).status == 201)
        let body = try CellTypeBodyReader.cellType(Array(Self.schema.utf8), named: "T", limits: ContentLimits())
        let entry = try CellTypeRegistry.Entry(body)
        var scan = TypeScan(entry)
        try scan.goOn(in: api.store)
        api.store.breakOff(after: 0)
        var stopped = TypeScan(entry)
        let error = #expect(throws: ListError.self) { try stopped.goOn(in: api.store) }
        #expect(error?.code == .unavailable && error?.message == "The server is shutting down.")
    }

    @Test("waits for other looks at what is stored for a bounded time")
    func scans() async throws {
        let api = try TestAPI(backgroundWaitSeconds: 1)
        #expect(try await api.send(.put, "/lists/a", body: Self.document(1)).status == 201)
        let gate = DispatchSemaphore(value: 0)
        for _ in 0..<2 { api.store.runInBackground(.scan) { _ in gate.wait() } }
        let answer = try await api.send(.put, "/cell-types/T", body: Self.schema)
        #expect(answer.status == 503 && answer["retry-after"] != nil)
        gate.signal()
        gate.signal()
        #expect(try await api.send(.put, "/cell-types/T", body: Self.schema).status == 201)
    }
}
