#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The bytes of a file to import, or of standard input, read a piece at a time.
///
/// It holds the bytes that were read and not yet consumed, so that memory is bound by the longest row.
public final class ImportInput {
    /// The file's name in errors.
    public let name: String
    /// Bytes in all; `nil` where that is not known.
    public let size: Int?
    /// Whether nothing follows the unread bytes.
    public private(set) var isAtEnd = false
    /// Bytes that were consumed.
    public private(set) var offset = 0
    private let descriptor: Int32
    private let chunk: Int
    private var storage: [UInt8] = []
    private var start = 0
    private var end = 0

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - chunk: bytes that are read at once.
    /// - Throws: an error that names the file.
    public init(path: String, chunk: Int = 256 << 10) throws(ImportError) {
        name = path == "-" ? "standard input" : path
        self.chunk = chunk
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ImportError(errno == ENOENT ? "\(name) does not exist" : "\(name) can't be read: \(String(cString: strerror(errno)))")
        }
        var file = stat()
        size = fstat(descriptor, &file) == 0 && file.st_mode & S_IFMT == S_IFREG ? Int(file.st_size) : nil
    }

    deinit {
        close(descriptor)
    }

    /// Bytes that were read and not consumed.
    public var unreadCount: Int { end - start }

    /// Reads more behind the unread bytes; at the end ``isAtEnd`` becomes true.
    public func readMore() throws(ImportError) {
        guard !isAtEnd else { return }
        if storage.count - end < chunk {
            storage.replaceSubrange(..<start, with: [])
            (start, end) = (0, end - start)
            if storage.count - end < chunk { storage.append(contentsOf: repeatElement(0, count: max(chunk, storage.count))) }
        }
        let (descriptor, end, chunk) = (descriptor, end, chunk)
        let count = storage.withUnsafeMutableBytes { bytes in
            while true {
                let count = read(descriptor, bytes.baseAddress.map { $0 + end }, chunk)
                if count >= 0 || errno != EINTR { return count }
            }
        }
        guard count >= 0 else { throw ImportError("can't be read: \(String(cString: strerror(errno)))") }
        self.end += count
        isAtEnd = count == 0
    }

    /// Calls `body` with the unread bytes, from `first` on.
    public func withUnread<Value>(from first: Int = 0, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[(start + first)..<end])) }
    }

    /// The position of a byte among the unread ones, from `first` on; `nil` where there is none.
    func firstUnread(_ byte: UInt8, from first: Int) -> Int? {
        withUnread { bytes in
            guard let base = bytes.baseAddress, first < bytes.count else { return nil }
            return memchr(base + first, Int32(byte), bytes.count - first).map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
        }
    }

    /// Marks the first of the unread bytes as read.
    public func consume(_ count: Int) {
        start += count
        offset += count
    }

    /// Reads all that is left.
    func readAll() throws(ImportError) -> ImportText {
        while !isAtEnd { try readMore() }
        defer { consume(unreadCount) }
        return withUnread { ImportText($0) }
    }
}

/// All of a file, in memory that stays where it is.
final class ImportText {
    let bytes: UnsafeBufferPointer<UInt8>

    /// Copies what `source` holds.
    init(_ source: UnsafeBufferPointer<UInt8>) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: source.count)
        _ = copy.initialize(fromContentsOf: source)
        bytes = UnsafeBufferPointer(copy)
    }

    deinit {
        bytes.deallocate()
    }
}
