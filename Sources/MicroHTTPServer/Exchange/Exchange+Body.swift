import CMicroHTTPD
import HTTPServing
import HTTPTypes

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How a body is read, on the connection's own thread.
extension Exchange {
    /// Asks for the receiver of a body before it arrives; or sends what the responder says instead, and takes no body.
    func begin() -> Bool {
        let answer = respond()
        guard case .receiving(let receiver) = answer else {
            mayHaveUnread = true
            isLast = true
            return send(answer)
        }
        _ = target
        receiver.canEnd { [client, id] response in
            client.endReading(answer: BareReply(response, requestID: id, omitsBody: false).bytes)
        }
        enter(.pieces, with: answer)
        client.progress.beginBody()
        noticeEnd()
        return true
    }

    /// Passes a piece of a body on; at its end sends what the receiver says.
    func pass(_ piece: UnsafeRawBufferPointer?, to receiver: any BodyReceiver) -> Bool {
        guard let piece else {
            client.progress.endBody()
            guard !hasFlawedTrailers else {
                receiver.cancel()
                return refuse(Self.trailerFlaw)
            }
            return send(receiver.finish())
        }
        client.progress.add(piece.count)
        if let refusal = receiver.receive(piece) { return breakOff(with: finalized(refusal)) }
        noticeEnd()
        return true
    }

    /// Sees to it that the library notices when the client has sent its last: it misses an end that arrives together with bytes, since
    /// its epoll is edge-triggered and a short read is enough for it. A socket that is shut down for reading makes another edge.
    func noticeEnd() {
        let socket = shim_socket(connection)
        var byte: UInt8 = 0
        if shim_peek(socket, &byte, 1) == 0 { shutdown(socket, Int32(SHUT_RD)) }
    }

    func collect(_ piece: UnsafeRawBufferPointer, limit: Int) -> Bool {
        guard let count = body?.bytes.count, count + piece.count <= limit else {
            return breakOff(with: core.response(to: .bodyTooLarge(limit: limit), head))
        }
        guard body?.append(piece) == true else {
            return breakOff(with: core.response(to: .outOfMemory, head))
        }
        client.progress.add(piece.count)
        if body?.isComplete == false { noticeEnd() }
        return true
    }

    /// Answers in the middle of a body. The library takes no response there: this one is written past it, and the connection ends.
    func breakOff(with response: Response) -> Bool {
        mayHaveUnread = true
        enter(.answered)
        body = nil
        BareReply(response, requestID: id, omitsBody: method == .head).send(to: shim_socket(connection))
        return false
    }

    /// Follows what the library takes for a body in chunks; where its end is seen, the connection can go on.
    func follow(_ end: ChunkedEnd, _ piece: UnsafeRawBufferPointer?) {
        if let piece { return end.pass(piece.count) }
        guard end.stop(), end.isSeen else { return }
        isLast = false
        mayHaveUnread = false
    }

    var hasFlawedTrailers: Bool { chunkedEnd?.hasFlawedTrailers ?? false }

    static let trailerFlaw = ServerRefusal.malformed(reason: "A trailer line is folded, or is not a name, a colon and a value.")
}

/// A body on its way into memory, counted in its sender's share before it is allocated and until the object goes. Used by its connection's thread alone.
final class CollectedBody {
    private static let step = 64 * 1_024
    /// Bytes set aside for a body on its announcement alone; a longer one grows as it comes. The system gives memory as it is written.
    private static let largestReservation = 1 << 26

    private(set) var bytes: [UInt8] = []
    /// The length that the body is announced with; `nil` for one in chunks.
    private let length: Int?
    private let share: MemoryShare
    /// Bytes that are counted.
    private var charged = 0

    init(length: Int?, in share: MemoryShare) {
        self.length = length
        self.share = share
    }

    deinit {
        if charged > 0 { share.release(charged) }
    }

    /// Whether all of a body of known length is there.
    var isComplete: Bool { bytes.count == length }

    /// Takes the next bytes.
    ///
    /// - Returns: `false`, and nothing is taken, where the share has no room for them.
    func append(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard makeRoom(for: bytes.count + piece.count) else { return false }
        bytes.append(contentsOf: piece)
        return true
    }

    /// Gives the bytes away; they stay counted as long as the object is there.
    func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    private func makeRoom(for count: Int) -> Bool {
        guard count > charged else { return true }
        if let length, length <= Self.largestReservation {
            let next = min(length, max(count, charged + Self.step))
            guard share.reserve(next - charged) else { return false }
            charged = next
            bytes.reserveCapacity(length)
        } else {
            // The old bytes are there until the new ones are.
            let next = max(count, 2 * charged, Self.step)
            guard share.reserve(next) else { return false }
            bytes.reserveCapacity(next)
            share.release(charged)
            charged = next
        }
        return true
    }
}
