import Foundation
import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Logging
import Ports
import SQLiteStore
import TestSupport
import Webhooks
import Wire

/// The application in memory, over a store of its own on a fresh file.
final class TestAPI: Sendable {
    private let client: InMemoryClient
    let store: SQLiteListStore
    let folder: URL
    let api: ListAPI

    /// - Parameters:
    ///   - piece: The most bytes that come at once of a body that is taken in pieces.
    ///   - secrets: The key that seals what must not be read in the database.
    ///   - hosts: The addresses of names; a name that is not here does not resolve.
    ///   - events: How long interactions and deliveries are kept.
    ///   - clock: The store's.
    ///   - backgroundWaitSeconds: How long work beside the store's writer may wait to begin.
    ///   - log: The log that the store follows with others.
    init(
        history: Int = 1_000, pinSeconds: Int64 = 600, writeLimit: Int = 4_096, piece: Int = 16_384,
        secrets: [UInt8] = SecretBox.makeKey(), hosts: [String: [String]] = [:], events: EventPolicy = EventPolicy(),
        clock: TestClock = TestClock(from: SystemSources.now), backgroundWaitSeconds: Double = 10,
        log: (any CommitLog)? = nil,
        configure: (inout ListAPISettings) -> Void = { _ in }
    ) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sectional-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var configuration = SQLiteStoreConfiguration(path: folder.appendingPathComponent("lists.sqlite").path)
        configuration.retention.versions = Int64(history)
        configuration.retention.seconds = 0
        configuration.pinSeconds = pinSeconds
        configuration.writeLimit = writeLimit
        configuration.events = events
        configuration.backgroundWaitSeconds = backgroundWaitSeconds
        configuration.log = log
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        store = try SQLiteListStore(
            configuration: configuration, logger: logger, describeList: ListRepresentation.bytes(of:), now: { clock.now },
            makeIdentifiers: SystemSources.identifiers)
        var settings = ListAPISettings()
        configure(&settings)
        let metrics = MetricRegistry()
        api = ListAPI(
            store: store, webhooks: try TestServices.make(store: store, secrets: secrets, hosts: hosts), settings: settings,
            metrics: metrics, logger: logger)
        let requests = RequestMetrics()
        metrics.add(requests)
        client = InMemoryClient(Observation(of: api.responder, router: api.router, observers: [requests]), piece: piece)
    }

    deinit {
        store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Sends a request; a body is JSON where nothing else is said.
    @discardableResult
    func send(_ method: HTTPRequest.Method, _ target: String, _ headers: [String: String] = [:], body: String? = nil) async throws
        -> TestResponse
    {
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        let response = await client.send(method, target, headers: fields, body: body ?? "")
        return TestResponse(response, bytes: try await Self.bytes(of: response))
    }

    /// The whole body; of an event stream, which does not end, what is there at once.
    private static func bytes(of response: Response) async throws -> [UInt8] {
        guard response[.contentType] == MediaType.eventStream, case .stream(let stream) = response.body else {
            return try await response.body.collected()
        }
        defer { stream.close() }
        var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 16_384))
        while case .bytes(let count) = piece.withUnsafeMutableBytes({ stream.read(into: $0) }) { bytes += piece.prefix(count) }
        return bytes
    }

    /// The body of a GET that is streamed; `nil` for any other.
    func stream(_ target: String, _ headers: HTTPFields = [:]) async throws -> (any BodyStream)? {
        var request = Request(method: .get, target: RequestTarget(target), headers: headers, id: "test")
        guard case .stream(let stream) = await api.responder.respond(to: &request).response().body else { return nil }
        return stream
    }

    func get(_ target: String, _ headers: [String: String] = [:]) async throws -> TestResponse {
        try await send(.get, target, headers)
    }
}

/// A response as a client sees it.
struct TestResponse {
    let status: Int
    let bytes: [UInt8]
    private let headers: [Response.Header]

    init(_ response: Response, bytes: [UInt8]) {
        status = response.status.code
        self.bytes = bytes
        if case .prepared(let prepared) = response.body {
            headers = prepared.headers + response.headers
        } else {
            headers = response.headers
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The names of all headers, in small letters.
    var headerNames: Set<String> { Set(headers.map(\.name.canonicalName)) }

    /// All headers as lines, but for those of a name.
    func headerLines(without name: String) -> [String] {
        headers.filter { $0.name.canonicalName != name.lowercased() }.map { "\($0.name.canonicalName): \($0.value)" }
    }

    subscript(_ header: String) -> String? {
        headers.first { $0.name.canonicalName == header.lowercased() }?.value
    }

    /// The values of all headers of a name.
    func all(_ header: String) -> [String] {
        headers.filter { $0.name.canonicalName == header.lowercased() }.map(\.value)
    }

    /// A value inside the JSON body, as text: `section.items.0.value`; strings without quotes.
    func at(_ path: String) -> String? {
        guard var value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else { return nil }
        for key in path.split(separator: ".").map(String.init) {
            if let array = value as? [Any], let index = Int(key), array.indices.contains(index) {
                value = array[index]
            } else if let object = value as? [String: Any], let next = object[key] {
                value = next
            } else {
                return nil
            }
        }
        if let text = value as? String { return text }
        if value is NSNull { return "null" }
        guard let data = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys]) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// The target of a link relation.
    func link(_ relation: String) -> String? {
        self["link"]?.components(separatedBy: ", ").first { $0.hasSuffix("rel=\"\(relation)\"") }?
            .split(separator: ">").first.map { String($0.dropFirst()) }
    }
}
