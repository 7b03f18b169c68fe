import CFoundations
import Foundations

/// zlib's own decoder, fed piece by piece.
final class Inflater {
    private let stream: UnsafeMutablePointer<z_stream>
    private(set) var bytes: [UInt8] = []
    /// Whether the trailer was there, and right.
    private(set) var hasEnded = false

    init?() {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard shim_gunzip_init(stream) == Z_OK else {
            stream.deallocate()
            return nil
        }
        self.stream = stream
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Decodes all that can be decoded by now.
    ///
    /// - Returns: Whether the data are gzip so far.
    func feed(_ data: [UInt8]) -> Bool {
        var piece = [UInt8](repeating: 0, count: 10_000)
        return data.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            repeat {
                let room = piece.count
                let status = piece.withUnsafeMutableBufferPointer { buffer in
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = UInt32(room)
                    return inflate(stream, Z_NO_FLUSH)
                }
                bytes += piece.prefix(room - Int(stream.pointee.avail_out))
                if status == Z_STREAM_END { hasEnded = true }
                guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { return false }
            } while stream.pointee.avail_out == 0
            return stream.pointee.avail_in == 0
        }
    }
}
