import Foundations
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One of the process's two streams for text. Every call writes its text at once and whole, as far as the stream takes it.
public enum StandardStream: Int32 {
    case output = 1
    case error = 2

    public var isTerminal: Bool { isatty(rawValue) == 1 }

    public func write(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    public func write(_ bytes: UnsafeRawBufferPointer) {
        // One writer at a time, so that lines stay whole where the system takes them piece by piece. A stream that nobody reads any more
        // takes nothing, and there is nowhere else to say so.
        Self.turn.withLock { _ in _ = Descriptor.write(bytes, to: rawValue) }
    }

    private static let turn = Mutex(())

    public func writeLine(_ line: String) { write(line + "\n") }

    /// Writes a line that holds text of unknown origin, with its hidden characters escaped.
    public func writeLine(escaping line: String) { writeLine(TerminalText.escaped(line)) }
}

/// The descriptors 0, 1 and 2, which the parent process may have closed.
public enum StandardDescriptors {
    /// Occupies those that are closed, so that no file or socket that is opened later is taken for a standard stream. Reading input and
    /// writing output still fail.
    public static func occupyClosed() {
        // The lowest free descriptor is the one that is given out.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
