import Foundations
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The file beside a database that says which database the write-ahead log belongs to.
///
/// It is there only while the database file itself holds the id, without its log. So a database whose id differs is another file than
/// the one that the log was written for.
struct IdentityFile {
    let files: DatabaseFiles

    /// Characters of an id.
    private static let length = 32

    /// The id; `nil` where there is no file, or one that was not written to its end.
    func read() -> String? {
        let descriptor = open(files.identity, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.length + 1)
        guard readBytes(descriptor, &bytes) == bytes.count, bytes.last == UInt8(ascii: "\n") else { return nil }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    /// Writes the id, durably.
    ///
    /// - Throws: ``SQLiteFailure`` `system`.
    func write(_ id: String) throws {
        let staged = "\(files.identity).\(PrivateFile.randomName()).part"
        let descriptor = PrivateFile.make(staged)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        let bytes = Array((id + "\n").utf8)
        let count = bytes.withUnsafeBytes { writeBytes(descriptor, $0) }
        guard count == bytes.count, fsync(descriptor) == 0, rename(staged, files.identity) == 0 else {
            let failure = failure()
            unlink(staged)
            throw failure
        }
        files.location.syncFolder()
    }

    /// Removes the file, durably.
    func remove() {
        guard unlink(files.identity) == 0 else { return }
        files.location.syncFolder()
    }

    private func failure() -> SQLiteFailure {
        let code = errno
        return SQLiteFailure(
            code: .system(code), message: "can't write \(files.identity): \(String(cString: strerror(code)))", operation: "open")
    }
}

// Outside of the type, whose own methods have the names of the system's functions.
private func readBytes(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
    bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
