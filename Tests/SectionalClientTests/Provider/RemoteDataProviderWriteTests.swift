import Foundation
import Testing

@testable import SectionalClient

@Suite("Writes of a provider")
@MainActor
struct RemoteDataProviderWriteTests {
    /// A network that is gone.
    private actor Nowhere: Transport {
        private(set) var sent: [TransportRequest] = []

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            sent.append(request)
            throw URLError(.notConnectedToInternet)
        }

        func open(_ request: TransportRequest) async throws -> TransportStream { throw URLError(.notConnectedToInternet) }
    }

    private struct Body: Decodable {
        struct Item: Decodable { let id: String? }
        let item: Item
    }

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("writes-\(UUID().uuidString)")
    private let network = Nowhere()

    /// - Parameters:
    ///   - outbox: Nil for the outbox of the cache.
    ///   - identity: The list's own; nil where nobody has asked.
    private func provider(
        outbox: OutboxFile? = nil, identity: JSONValue? = nil, _ change: (inout ListOptions) -> Void = { _ in }
    ) throws -> RemoteDataProvider<Int> {
        var options = ListOptions()
        options.cache = ListCache(folder: folder)
        change(&options)
        let service = SectionalService(try #require(URL(string: "http://lists.test")), transport: network)
        let provider =
            outbox.map { RemoteDataProvider<Int>(service, list: "a", options: options, outbox: $0) }
            ?? RemoteDataProvider<Int>(service, list: "a", options: options)
        provider.screen.model = ListModel(version: 1, sections: [ListSection(id: "s", itemCount: 0)])
        provider.screen.model.info.identity = identity
        return provider
    }

    /// Inserts without waiting for an answer, which does not come.
    private func insert(_ value: Int, _ provider: RemoteDataProvider<Int>, id: String? = nil) async -> Task<Void, Never> {
        let count = provider.sender.queue.writes.count
        let task = Task { _ = try? await provider.insert(value, at: [0, 0], id: id) }
        while provider.sender.queue.writes.count == count, !Task.isCancelled { await Task.yield() }
        return task
    }

    @Test("give an item that has none an id where the list has no identity, and keep the order at a section's end", .timeLimit(.minutes(1)))
    func insertions() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let provider = try provider(identity: .null)
        let tasks = [await insert(1, provider), await insert(2, provider), await insert(3, provider, id: "given")]
        let writes = provider.sender.queue.writes
        let ids = try writes.map { try JSONDecoder().decode(Body.self, from: try #require($0.body)).item.id }
        #expect(Set(ids.compactMap(\.self)).count == 3 && ids[2] == "given")
        #expect(writes.map(\.hasOwnIDs) == [true, true, false])
        #expect(writes.map(\.lanes) == ids.map { ["item \($0 ?? "")", "section s"] } && writes.map(\.inserted) == ids)
        #expect(writes.map(\.isSent) == [true, false, false])
        #expect(provider.sender.outbox?.read().count == 3)
        for task in tasks {
            task.cancel()
            await task.value
        }
    }

    @Test("are taken over by the next provider of the list, in one file", .timeLimit(.minutes(1)))
    func reopened() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try provider()
        let second = try provider()
        let task = await insert(1, first)
        second.start()
        #expect(second.sender.queue.writes.map(\.key) == first.sender.queue.writes.map(\.key))
        second.stop()
        task.cancel()
        await task.value
    }

    @Test("of one account are not the next one's, and stay or go when it signs out", .timeLimit(.minutes(1)))
    func accounts() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = ListCache(folder: folder)
        func service(_ account: String?) throws -> SectionalService {
            SectionalService(try #require(URL(string: "http://lists.test")), account: account, transport: network)
        }
        func provider(_ account: String?) throws -> RemoteDataProvider<Int> {
            var options = ListOptions()
            options.cache = cache
            let provider = RemoteDataProvider<Int>(try service(account), list: "a", options: options)
            provider.screen.model = ListModel(version: 1, sections: [ListSection(id: "s", itemCount: 0)])
            return provider
        }
        for account in ["one", nil, "two"] as [String?] {
            let provider = try provider(account)
            #expect(provider.sender.outbox?.read() == [])
            let task = await insert(1, provider)
            provider.snapshots.isChanged()
            provider.follower.session.content = .shown
            await provider.flush()
            task.cancel()
            await task.value
        }
        func left(_ account: String?) throws -> [Bool] {
            let service = try service(account)
            return [cache.snapshot(of: "a", at: service.base, for: account), cache.outbox(of: "a", at: service.base, for: account)]
                .map { FileManager.default.fileExists(atPath: $0.path) }
        }
        #expect(try left("one") == [true, true] && left(nil) == [true, true])
        try service("one").discard(from: cache)
        #expect(try left("one") == [false, false] && left(nil) == [true, true] && left("two") == [true, true])
        try service(nil).discard(from: cache)
        try service(nil).discard(from: cache)
        #expect(try left(nil) == [false, false] && left("two") == [true, true])
        #expect(try provider("two").sender.outbox?.read().count == 1)
    }

    @Test("leave an item's id to the server, which may find it in the value", .timeLimit(.minutes(1)), arguments: [nil, "", "/n", "off"])
    func serverIDs(identity: String?) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let isOff = identity == "off"
        let plain = try provider(identity: isOff ? .null : identity.map { .string($0) }) { $0.makesItemIDs = !isOff }
        let task = await insert(7, plain)
        let write = try #require(plain.sender.queue.writes.first)
        #expect(try JSONDecoder().decode(Body.self, from: try #require(write.body)).item.id == nil && write.hasOwnIDs == false)
        // The list's pointer leads to the value itself, or to nothing.
        #expect(write.inserted == (identity == "" ? "7" : nil))
        task.cancel()
        await task.value
    }

    @Test("are not sent while the disk does not take them", .timeLimit(.minutes(1)))
    func disk() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let full = OutboxFile.Disk(append: { handle, data in
            // What is about to be sent says so.
            guard !String(decoding: data, as: UTF8.self).contains(#""isSent":true"#) else { throw CocoaError(.fileWriteOutOfSpace) }
            try handle.write(contentsOf: data)
        })
        let broken = OutboxFile.Disk(synchronize: { _ in throw CocoaError(.fileWriteUnknown) })
        for (name, disk) in [("full", full), ("broken", broken)] {
            let provider = try self.provider(outbox: OutboxFile(url: folder.appendingPathComponent(name), disk: disk))
            let task = await insert(1, provider)
            while provider.sender.queue.nextTime(now: ProcessInfo.processInfo.systemUptime) == nil, !Task.isCancelled { await Task.yield() }
            #expect(await network.sent.isEmpty)
            task.cancel()
            await task.value
        }
    }
}
