import CellTypes
import Foundation
import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Logging
import Ports
import StoreSuite
import TestSupport
import Wire

/// The application over a store in memory whose cell types a test sets.
final class TypedAPI: Sendable {
    let store: MemoryListStore
    let api: ListAPI
    private let client: InMemoryClient

    init(configure: (inout ListAPISettings) -> Void = { _ in }) throws {
        store = MemoryListStore(
            describeList: ListRepresentation.bytes(of:), now: SystemSources.now, makeIdentifiers: { SystemSources.identifiers() })
        var settings = ListAPISettings()
        configure(&settings)
        api = ListAPI(
            store: store, webhooks: try TestServices.make(store: store), settings: settings,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        client = InMemoryClient(Observation(of: api.responder, router: api.router, observers: []))
    }

    /// Registers types over those that there are.
    func register(_ types: CellType...) throws {
        store.setCellTypes(try types.reduce(store.cellTypes) { $0.setting(try CellTypeRegistry.Entry($1)) })
    }

    /// Sends a request.
    ///
    /// - Parameter accepting: The value of `Accept-Cell-Types`; `nil` for none.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ target: String, accepting: String? = nil, _ headers: [String: String] = [:], body: String = ""
    ) async throws -> TestResponse {
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        fields[.acceptCellTypes] = accepting
        let response = await client.send(method, target, headers: fields, body: body)
        return TestResponse(response, bytes: try await response.body.collected())
    }

    func get(_ target: String, accepting: String? = nil, _ headers: [String: String] = [:]) async throws -> TestResponse {
        try await send(.get, target, accepting: accepting, headers)
    }

    /// The body of a GET that is streamed; `nil` for any other.
    func stream(_ target: String, accepting: String? = nil) async throws -> (any BodyStream)? {
        var fields = HTTPFields()
        fields[.acceptCellTypes] = accepting
        var request = Request(method: .get, target: RequestTarget(target), headers: fields, id: "test")
        guard case .stream(let stream) = await api.responder.respond(to: &request).response().body else { return nil }
        return stream
    }
}

extension BodyStream {
    /// What there is to read now.
    func readAll() -> String {
        var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 16_384))
        while case .bytes(let count) = piece.withUnsafeMutableBytes({ read(into: $0) }) { bytes += piece.prefix(count) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
