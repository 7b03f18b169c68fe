import Foundation
import Synchronization
import Testing

@testable import SectionalClient

@Suite("A loader of rows")
@MainActor
struct RowLoaderTests {
    private func pages(_ parts: ListParts) -> [String] {
        parts.transport.sent.compactMap { $0.url.query?.split(separator: "&").first.map(String.init) }
    }

    @Test("asks for the nearest pages first, six at a time, once each", .timeLimit(.minutes(1)))
    func order() async throws {
        let (gate, opened) = AsyncStream<Void>.makeStream()
        let parts = try ListParts(change: { $0.pageSize = 10 }) { request in
            for await _ in gate {}
            return ListParts.page(request) ?? FakeList.problem(404, "not-found")
        }
        parts.show(1_000)
        let loader = RowLoader(parts.screen, parts.follower, parts.requests)
        var loads = 0
        loader.didLoad = { loads += 1 }
        parts.screen.sight.focus = RowPosition(0, 505)
        for _ in 0..<2 { loader.prefetch((0..<100).map { RowPosition(0, $0 * 10) }) }
        try await parts.wait { parts.transport.sent.count == 6 }
        #expect(Set(pages(parts)) == Set((48...53).map { "offset=\($0 * 10)" }) && loads == 0)
        opened.finish()
        try await parts.wait { loads == 100 }
        #expect(parts.transport.sent.count == 100 && parts.screen.model.knownCount == 1_000)
        #expect(parts.screen.row(at: RowPosition(0, 999))?.value == 999)
    }

    @Test("asks again for what did not come, when the server is there again", .timeLimit(.minutes(1)))
    func failure() async throws {
        let parts = try ListParts { ListParts.page($0) ?? FakeList.problem(404, "not-found") }
        parts.show(100)
        let loader = RowLoader(parts.screen, parts.follower, parts.requests)
        parts.transport.setDown(true)
        loader.want(RowPosition(0, 3))
        try await parts.wait { parts.transport.sent.count == 1 }
        parts.transport.setDown(false)
        loader.resume()
        try await parts.wait { parts.screen.row(at: RowPosition(0, 3))?.value == 3 }
        #expect(Set(pages(parts)) == ["offset=0"])
    }

    @Test("asks anew for a page whose connection is dead, when something is heard of the network", .timeLimit(.minutes(1)))
    func restart() async throws {
        let asked = Atomic<Int>(0)
        let parts = try ListParts { request in
            let isFirst = asked.add(1, ordering: .relaxed).oldValue == 0
            if isFirst { try await Task.sleep(for: .seconds(3_600)) }
            return ListParts.page(request) ?? FakeList.problem(404, "not-found")
        }
        parts.show(100)
        let loader = RowLoader(parts.screen, parts.follower, parts.requests)
        loader.want(RowPosition(0, 3))
        try await parts.wait { asked.load(ordering: .relaxed) == 1 }
        loader.restart()
        try await parts.wait { parts.screen.row(at: RowPosition(0, 3))?.value == 3 }
        #expect(asked.load(ordering: .relaxed) == 2)
    }

    @Test("asks for nothing where there is no list, and forgets what is far", .timeLimit(.minutes(1)))
    func bounds() async throws {
        let parts = try ListParts(change: { ($0.keep, $0.pageSize) = (100, 10) }) {
            ListParts.page($0) ?? FakeList.problem(404, "not-found")
        }
        parts.show(1_000, loaded: 0..<1_000)
        let loader = RowLoader(parts.screen, parts.follower, parts.requests)
        loader.setVisible((500..<510).map { [0, $0] }.map { RowPosition($0[0], $0[1]) })
        loader.settle()
        #expect(parts.screen.model.knownCount <= 100 && parts.screen.row(at: RowPosition(0, 529)) != nil)
        parts.follower.session.content = .missing
        loader.want(RowPosition(0, 0))
        for _ in 0..<100 { await Task.yield() }
        #expect(parts.transport.sent.isEmpty)
    }
}
