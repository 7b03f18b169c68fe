public import Foundations

/// The body of a response.
public enum ResponseBody: Sendable {
    case empty
    /// Bytes made for this response alone.
    case bytes([UInt8])
    /// Bytes made for this response alone, sent from where they lie.
    case buffer(ByteBuffer)
    /// The same, counted before it was made.
    case charged(ByteBuffer, MemoryCharge)
    /// A body and its header block made once and sent many times; the body is never copied. The block's headers come before the
    /// response's own.
    case prepared(PreparedResponse)
    /// A body made piece by piece while it is sent, of unknown length.
    case stream(any BodyStream)

    /// The body's length in bytes; `nil` for a stream.
    public var byteCount: Int? {
        switch self {
        case .empty: 0
        case .bytes(let bytes): bytes.count
        case .buffer(let buffer), .charged(let buffer, _): buffer.count
        case .prepared(let prepared): prepared.body.count
        case .stream: nil
        }
    }
}
