import Commands

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file in chunks of 1 MiB, from its beginning. One thread uses it.
final class FileChunks {
    private static let length = 1 << 20

    private let descriptor: Int32
    private var offset: off_t = 0

    /// - Parameter descriptor: Stays the caller's.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next chunk; `nil` at the end.
    func next() throws(CommandFailure) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: Self.length)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
        guard count >= 0 else { throw CommandFailure(message: "can't read the copy: \(Descriptor.words(errno))") }
        offset += off_t(count)
        return count == 0 ? nil : Array(bytes.prefix(count))
    }
}
