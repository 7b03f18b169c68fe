#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The target of a command's result: standard output, a device, or a file, which appears when it is whole.
public final class OutputTarget {
    private let name: String
    private let descriptor: Int32
    private let staged: StagedFile?

    /// - Parameter path: `nil` and `-` are standard output.
    public init(path: String?) throws(CommandFailure) {
        name = path ?? "-"
        var file = stat()
        if name == "-" {
            (descriptor, staged) = (StandardStream.output.rawValue, nil)
        } else if stat(name, &file) == 0, file.st_mode & S_IFMT != S_IFREG {
            // A device or a pipe is written to, and not replaced by a file. A folder is refused here.
            descriptor = open(name, O_WRONLY | O_CLOEXEC)
            staged = nil
            guard descriptor >= 0 else { throw CommandFailure(message: "can't write \(name): \(Descriptor.words(errno))") }
        } else {
            let staged = try StagedFile(path: name)
            (descriptor, self.staged) = (staged.descriptor, staged)
        }
    }

    deinit {
        if staged == nil, name != "-" { close(descriptor) }
    }

    /// Writes all of it.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
        guard let error = Descriptor.write(bytes, to: descriptor).error else { return }
        guard error != EPIPE else { throw .brokenPipe }
        throw CommandFailure(message: "can't write \(name == "-" ? "standard output" : name): \(Descriptor.words(error))")
    }

    /// Writes all of a text.
    public func write(_ text: String) throws(CommandFailure) {
        var text = text
        let result = text.withUTF8 { bytes in Result { () throws(CommandFailure) in try write(UnsafeRawBufferPointer(bytes)) } }
        try result.get()
    }

    /// Says that all was written.
    public func finish() throws(CommandFailure) {
        try staged?.replace()
    }
}
