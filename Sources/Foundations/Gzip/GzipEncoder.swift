import CFoundations

/// Compression in the gzip format (RFC 1952), piece by piece.
///
/// The output at any time decodes to all the input until then. Output that is never finished has no trailer, so that a
/// decoder sees that it is cut. It takes about 300 KB, however much goes through. For one thread at a time.
public final class GzipEncoder {
    /// Bytes that zlib is given and asked for at once.
    private static let largestInput = 1 << 30
    private static let outputStep = 16_384

    /// Allocated on its own: zlib keeps its address, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var piece = [UInt8](repeating: 0, count: outputStep)

    /// - Parameter level: 1 is fastest, 9 smallest.
    /// - Returns: `nil` when there is no memory or the level is none.
    public init?(level: Int = 6) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard (1...9).contains(level), shim_gzip_init(stream, Int32(level)) == Z_OK else {
            stream.deallocate()
            return nil
        }
        self.stream = stream
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Appends what bytes become, with all of them in it. No bytes become nothing.
    public func encode(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            deflate(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.largestInput)), flush: Z_SYNC_FLUSH, into: &output)
            rest = rest.dropFirst(Self.largestInput)
        }
    }

    /// Appends the end: length and checksum. What is encoded afterwards becomes nothing.
    public func finish(into output: inout [UInt8]) {
        deflate(UnsafeRawBufferPointer(start: nil, count: 0), flush: Z_FINISH, into: &output)
    }

    private func deflate(_ input: UnsafeRawBufferPointer, flush: Int32, into output: inout [UInt8]) {
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.assumingMemoryBound(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        repeat {
            piece.withUnsafeMutableBufferPointer { buffer in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(clamping: buffer.count)
                _ = CFoundations.deflate(stream, flush)
            }
            output += piece.prefix(piece.count - Int(stream.pointee.avail_out))
            // zlib has given all when it leaves room.
        } while stream.pointee.avail_out == 0
    }
}
