import Foundation
import Testing

@testable import SectionalClient

@Suite("Bytes between a network and a reader")
struct ByteQueueTests {
    @Test("are bounded: a reader that is slow gets what came before, then an error")
    func bounded() async throws {
        let queue = ByteQueue(most: 10)
        #expect(queue.add(Data("abcde".utf8)) && queue.add(Data("fghij".utf8)) && !queue.add(Data("k".utf8)) && !queue.add(Data()))
        queue.finish()
        #expect(try await queue.next() == Data("abcdefghij".utf8))
        await #expect(throws: URLError(.dataLengthExceedsMaximum)) { try await queue.next() }
    }

    @Test("come in order, however they are cut, to their end")
    func order() async throws {
        let queue = ByteQueue(most: 1_000)
        let reader = Task { () -> Data in
            var all = Data()
            while let bytes = try await queue.next() { all += bytes }
            return all
        }
        for number in 0..<100 {
            #expect(queue.add(Data("\(number),".utf8)))
            if number % 7 == 0 { await Task.yield() }
        }
        queue.finish()
        #expect(try await reader.value == Data((0..<100).map { "\($0)," }.joined().utf8))
    }

    @Test("end for a reader that is cancelled")
    func cancelled() async throws {
        let queue = ByteQueue(most: 10)
        let reader = Task { try await queue.next() }
        reader.cancel()
        #expect(try await reader.value == nil)
        #expect(!queue.add(Data("a".utf8)))
    }

    @Test("hang up when nobody holds their stream any more")
    func hangUp() async throws {
        let hangUps = AsyncStream<Void>.makeStream()
        let exchange = SessionRequest(most: 10) { hangUps.continuation.yield() }
        exchange.receive(status: 200, headers: ["A": "b"])
        do {
            let stream = try await exchange.open()
            #expect(stream.status == 200 && stream.headers["a"] == "b")
            exchange.receive(Data("x".utf8))
            var iterator = stream.chunks.makeAsyncIterator()
            #expect(try await iterator.next() == Data("x".utf8))
        }
        for await _ in hangUps.stream { break }
    }
}
