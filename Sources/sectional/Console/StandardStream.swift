import Glibc

/// One of the process's two streams for text. Every call writes its text at once and whole, as far as the stream takes it.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    var isTerminal: Bool { isatty(rawValue) == 1 }

    func write(_ text: String) {
        var text = text
        // A stream that nobody reads any more takes nothing, and there is nowhere else to say so.
        _ = text.withUTF8 { Descriptor.write(UnsafeRawBufferPointer($0), to: rawValue) }
    }

    func writeLine(_ line: String) { write(line + "\n") }
}
