import Foundations
public import HTTPServing

extension ResponseBody {
    /// All bytes of the body. A stream is read to its end and closed.
    ///
    /// - Throws: ``IncompleteBody`` for a stream that fails.
    public func collected() async throws -> [UInt8] {
        switch self {
        case .empty: return []
        case .bytes(let bytes): return bytes
        case .buffer(let buffer), .charged(let buffer, _): return buffer.array
        case .prepared(let prepared): return Array(prepared.body)
        case .stream(let stream):
            defer { stream.close() }
            return try await Self.read(stream)
        }
    }

    private static func read(_ stream: any BodyStream) async throws -> [UInt8] {
        var collected: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            switch piece.withUnsafeMutableBytes({ stream.read(into: $0) }) {
            case .bytes(let count):
                collected += piece.prefix(count)
            case .waiting:
                await wake(of: stream)
            case .end:
                return collected
            case .failed:
                throw IncompleteBody()
            }
        }
    }

    /// A stream may wake more often than it was asked to; only the first time counts.
    private static func wake(of stream: any BodyStream) async {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        stream.whenReady {
            continuation.yield()
            continuation.finish()
        }
        for await _ in wakes { return }
    }
}
