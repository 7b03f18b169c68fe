import CFoundations

/// Compression in the gzip format (RFC 1952), with the system's zlib.
public enum Gzip {
    /// Compresses bytes; the same bytes at the same level always give the same result (no time stamp, no file name).
    ///
    /// - Parameter level: 1 is fastest, 9 smallest.
    /// - Returns: `nil` when there is no memory, the level is none, or the input is larger than zlib takes at once (4 GiB).
    public static func compress(_ bytes: [UInt8], level: Int = 6) -> [UInt8]? {
        bytes.withUnsafeBytes { compress($0, level: level) }
    }

    /// Compresses bytes as ``compress(_:level:)-(Array<UInt8>,_)`` does.
    public static func compress(_ bytes: UnsafeRawBufferPointer, level: Int = 6) -> [UInt8]? {
        var stream = z_stream()
        guard let count = UInt32(exactly: bytes.count), (1...9).contains(level), shim_gzip_init(&stream, Int32(level)) == Z_OK else {
            return nil
        }
        defer { deflateEnd(&stream) }
        guard let bound = UInt32(exactly: deflateBound(&stream, UInt(count))) else { return nil }
        stream.next_in = UnsafeMutablePointer(mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
        stream.avail_in = count
        var status = Z_OK
        let compressed = [UInt8](unsafeUninitializedCapacity: Int(bound)) { buffer, used in
            stream.next_out = buffer.baseAddress
            stream.avail_out = bound
            status = deflate(&stream, Z_FINISH)
            used = Int(stream.total_out)
        }
        return status == Z_STREAM_END ? compressed : nil
    }
}
