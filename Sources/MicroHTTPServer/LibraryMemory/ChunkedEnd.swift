import CReplacements
import Foundations

/// Finds the end of a body in chunks by its own bytes (RFC 9112, 7.1), however they arrive.
///
/// The library takes much for a chunk's framing that is none, and a proxy might read it otherwise: what follows would then be a request to
/// the one and a body to the other. A body is certain that has chunks without extensions, no trailers and nothing behind it, and of which the
/// library has handed over as many bytes as its chunks announce. Any other one ends its connection. Used by the connection's thread alone.
final class ChunkedEnd {
    /// The part of the framing that the next byte belongs to.
    private enum Part {
        case size(digits: Int)
        case sizeLineFeed
        case data
        case dataReturn
        case dataLineFeed
        /// The first of a trailer line, or of the empty line behind them all.
        case trailer
        case trailerName
        case trailerValue
        case trailerLineFeed
        case lastLineFeed
        case behind
        case uncertain
    }

    private let socket: Int32
    private var isWatching = false
    private var part = Part.size(digits: 0)
    /// Bytes of the chunk that have not been read.
    private var rest: UInt64 = 0
    private var announced: UInt64 = 0
    private var passed: UInt64 = 0
    private var hasTrailers = false
    /// Whether a trailer line is folded, or is not a name, a colon and a value (RFC 9112, 7.1.2).
    private(set) var hasFlawedTrailers = false

    /// Follows a body from the bytes that came with its headers on.
    ///
    /// - Parameter headersEnd: The address of the first byte behind the headers, in the library's memory.
    /// - Returns: `nil` where the bytes can't be seen.
    init?(socket: Int32, headersEnd: UInt) {
        self.socket = socket
        let count = receive_count_from(socket, headersEnd)
        guard count >= 0 else { return nil }
        read(UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: headersEnd), count: count))
        // `stop` ends the watch before the object goes.
        isWatching = receive_watch(socket, chunksAreReceived, Unmanaged.passUnretained(self).toOpaque()) != 0
        guard isWatching else { return nil }
    }

    deinit { stop() }

    /// Looks at the connection's bytes no more.
    ///
    /// - Returns: Whether it did until now.
    @discardableResult
    func stop() -> Bool {
        guard isWatching else { return false }
        receive_end_watch(socket)
        isWatching = false
        return true
    }

    /// Whether the body has ended, nothing follows it, and the library has read it so.
    var isSeen: Bool {
        if case .behind = part { !hasTrailers && announced == passed } else { false }
    }

    /// Counts bytes that the library takes for the body's content.
    func pass(_ count: Int) { passed &+= UInt64(count) }

    /// Reads the next bytes as they were sent.
    func read(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count {
            if case .uncertain = part { return }
            if case .data = part {
                let count = min(rest, UInt64(bytes.count - index))
                rest -= count
                index += Int(count)
                if rest == 0 { part = .dataReturn }
            } else {
                part = next(bytes[index])
                index += 1
            }
        }
    }

    private func next(_ byte: UInt8) -> Part {
        switch (part, byte) {
        case (.size(let digits), 0x0D) where digits == 1 || digits > 0 && rest > 0: return .sizeLineFeed
        case (.size(let digits), _) where digits < 16:
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return .uncertain }
            rest = rest << 4 | UInt64(digit)
            return .size(digits: digits + 1)
        case (.sizeLineFeed, 0x0A):
            announced &+= rest
            return rest == 0 ? .trailer : .data
        case (.dataReturn, 0x0D): return .dataLineFeed
        case (.dataLineFeed, 0x0A): return .size(digits: 0)
        case (.trailer, 0x0D): return .lastLineFeed
        case (.lastLineFeed, 0x0A): return .behind
        case (.trailer, _), (.trailerName, _), (.trailerValue, _), (.trailerLineFeed, _): return nextOfTrailer(byte)
        default: return .uncertain
        }
    }

    private func nextOfTrailer(_ byte: UInt8) -> Part {
        hasTrailers = true
        switch (part, byte) {
        case (.trailerName, UInt8(ascii: ":")): return .trailerValue
        case (.trailer, _) where HeaderSyntax.isInName(byte), (.trailerName, _) where HeaderSyntax.isInName(byte): return .trailerName
        case (.trailerValue, 0x0D): return .trailerLineFeed
        case (.trailerValue, _) where !ASCII.isControl(byte) || ASCII.isBlank(byte): return .trailerValue
        case (.trailerLineFeed, 0x0A): return .trailer
        default:
            hasFlawedTrailers = true
            return .uncertain
        }
    }
}
