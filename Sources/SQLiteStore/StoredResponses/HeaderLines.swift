import Lists
import Ports

/// The headers of a kept answer as one text: a line for each, the name, a colon, a space, and the value.
enum HeaderLines {
    /// Leaves out a header that would read as two.
    static func text(of headers: [StoredResponse.Header]) -> String {
        let length = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 3 }
        return String(unsafeUninitializedCapacity: length) { buffer in
            var end = 0
            for header in headers {
                let start = end
                let isLine =
                    append(header.name, to: buffer, at: &end) && append(": ", to: buffer, at: &end)
                    && append(header.value, to: buffer, at: &end)
                guard isLine else {
                    end = start
                    continue
                }
                buffer[end] = newline
                end += 1
            }
            return end
        }
    }

    /// - Returns: Whether the text has no line feed in it.
    private static func append(_ text: String, to buffer: UnsafeMutableBufferPointer<UInt8>, at end: inout Int) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            _ = UnsafeMutableBufferPointer(rebasing: buffer[end...]).update(fromContentsOf: bytes)
            end += bytes.count
            return !bytes.contains(newline)
        }
    }

    static func headers(of text: String) -> [StoredResponse.Header] {
        text.utf8.split(separator: newline).compactMap { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            return StoredResponse.Header(String(Substring(line[..<colon])), String(Substring(line[colon...].dropFirst(2))))
        }
    }

    private static let newline = UInt8(ascii: "\n")
}
