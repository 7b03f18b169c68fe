import Foundations

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
    /// Whether lines of JSON go to a terminal.
    private let isEscaped: Bool
    /// The beginning of a line that is to be escaped.
    private var line: [UInt8] = []

    /// - Parameters:
    ///   - path: `nil` and `-` are standard output.
    ///   - isJSON: Whether lines of JSON are written. A terminal gets them with hidden characters escaped, which is the same JSON.
    public init(path: String?, isJSON: Bool = false) throws(CommandFailure) {
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
        isEscaped = isJSON && isatty(descriptor) == 1
    }

    deinit {
        if staged == nil, name != "-" { close(descriptor) }
    }

    /// Writes all of it.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
        guard isEscaped else { return try writeAll(bytes) }
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            try endLine()
        }
    }

    private func endLine() throws(CommandFailure) {
        var text = TerminalText.escaped(String(decoding: line, as: UTF8.self)) + "\n"
        line.removeAll(keepingCapacity: true)
        let result = text.withUTF8 { bytes in Result { () throws(CommandFailure) in try writeAll(UnsafeRawBufferPointer(bytes)) } }
        try result.get()
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
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
        if !line.isEmpty { try endLine() }
        try staged?.replace()
    }
}
