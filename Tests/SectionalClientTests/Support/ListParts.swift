import Foundation
import Testing

@testable import SectionalClient

/// The parts of a list's provider, without the provider, before a network that a test answers for.
@MainActor
struct ListParts {
    let transport: FakeTransport
    let requests: ListRequests<Int>
    let screen = ListScreen<Int>()
    let follower: ListFollower<Int>

    init(
        change: (inout ListOptions) -> Void = { _ in }, token: (@Sendable (TokenRequest) async throws -> String?)? = nil,
        answer: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
    ) throws {
        var options = FakeList.options
        change(&options)
        transport = FakeTransport(answer)
        let service = SectionalService(try #require(URL(string: "http://server")), transport: transport, token: token)
        requests = ListRequests(service: service, list: "l", options: options)
        follower = ListFollower(screen, requests)
    }

    /// Shows version 1 of a section `a`, whose item `i3` has the value 3.
    func show(_ count: Int, loaded: Range<Int> = 0..<0) {
        var model = ListModel<Int>(version: 1, sections: [ListSection(id: "a", itemCount: count)])
        model.place(loaded.map { (row: Int) in ListRow(id: "i\(row)", value: row) }, at: loaded.lowerBound)
        screen.model = model
        follower.session.content = .shown
    }

    /// A page of such items, where the request asks for one.
    nonisolated static func page(_ request: TransportRequest) -> TransportResponse? {
        guard request.url.lastPathComponent == "items" else { return nil }
        let numbers = (request.url.query ?? "").split(separator: "&").compactMap { Int($0.split(separator: "=")[1]) }
        guard numbers.count == 3 else { return nil }
        let items = (numbers[0]..<numbers[0] + numbers[1]).map { FakeList.item($0, value: "\($0)", revision: 1) }
        let body = #"{"version":\#(numbers[2]),"itemCount":100,"offset":\#(numbers[0]),"items":[\#(items.joined(separator: ","))]}"#
        return TransportResponse(status: 200, body: Data(body.utf8))
    }

    func wait(_ location: SourceLocation = #_sourceLocation, _ holds: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(50)
        while !holds() {
            try #require(
                ContinuousClock.now < deadline, "never came; \(follower.state), \(transport.requests.suffix(5))", sourceLocation: location)
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}
