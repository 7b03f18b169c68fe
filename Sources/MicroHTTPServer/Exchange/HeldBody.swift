import Foundations
import HTTPServing

extension ResponseBody {
    /// Whether a body is counted in the memory budget until it is sent. A stream is not: it holds a piece at a time.
    var isCounted: Bool { (byteCount ?? 0) > HeldBody.uncounted }
}

/// The bytes of a response from its making until the library has sent them or lets them go, counted in the memory budget.
final class HeldBody {
    /// The most bytes of a body that is not counted: the number of connections bounds those.
    static let uncounted = 16 * 1_024

    let bytes: UnsafeRawBufferPointer
    private let share: MemoryShare
    private let source: Source

    /// Whose bytes they are.
    private enum Source {
        case prepared(PreparedResponse)
        case buffer(ByteBuffer)
        /// Counted before.
        case charged(ByteBuffer, MemoryCharge)
        /// A copy of its own.
        case copy
    }

    /// - Parameter isForced: Whether the bytes are counted although there is no room for them.
    /// - Returns: `nil` where the share has no room for the bytes, or there are none.
    init?(_ body: ResponseBody, in share: MemoryShare, isForced: Bool) {
        self.share = share
        switch body {
        case .prepared(let prepared):
            guard prepared.beginSending(in: share, isForced: isForced) else { return nil }
            source = .prepared(prepared)
            bytes = prepared.body
        case .buffer(let buffer):
            guard share.reserve(buffer.capacity, isForced: isForced) else { return nil }
            source = .buffer(buffer)
            bytes = buffer.bytes
        case .charged(let buffer, let charge):
            source = .charged(buffer, charge)
            bytes = buffer.bytes
        case .bytes(let content):
            guard share.reserve(content.count, isForced: isForced) else { return nil }
            source = .copy
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 1)
            copy.copyBytes(from: content)
            bytes = UnsafeRawBufferPointer(copy)
        case .empty, .stream: return nil
        }
    }

    deinit {
        switch source {
        case .prepared(let prepared): prepared.endSending(in: share)
        case .buffer(let buffer): share.release(buffer.capacity)
        case .charged: break
        case .copy:
            share.release(bytes.count)
            bytes.deallocate()
        }
    }
}
