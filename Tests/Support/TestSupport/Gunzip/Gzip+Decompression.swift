import CFoundations
public import Foundations

extension Gzip {
    /// The bytes that gzip data holds.
    ///
    /// - Returns: `nil` when the data are not gzip, are cut, or hold more than `limit` bytes.
    public static func decompress(_ data: [UInt8], limit: Int) -> [UInt8]? {
        var stream = z_stream()
        guard let count = UInt32(exactly: data.count), shim_gunzip_init(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        return data.withUnsafeBufferPointer { input in
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = count
            return inflated(&stream, limit: limit)
        }
    }

    private static func inflated(_ stream: inout z_stream, limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let room = piece.count
            let status = piece.withUnsafeMutableBufferPointer { buffer in
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(room)
                return inflate(&stream, Z_NO_FLUSH)
            }
            let used = room - Int(stream.avail_out)
            guard status == Z_OK || status == Z_STREAM_END, bytes.count + used <= limit else { return nil }
            bytes += piece.prefix(used)
            if status == Z_STREAM_END { return stream.avail_in == 0 ? bytes : nil }
        }
    }
}
