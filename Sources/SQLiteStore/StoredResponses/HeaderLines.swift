import Lists
import Ports

/// The headers of a kept answer as one text: a line for each, the name, a colon, a space, and the value.
enum HeaderLines {
    /// Leaves out a header that would read as two.
    static func text(of headers: [StoredResponse.Header]) -> String {
        var text = ""
        for header in headers where !header.name.utf8.contains(newline) && !header.value.utf8.contains(newline) {
            text += header.name
            text += ": "
            text += header.value
            text += "\n"
        }
        return text
    }

    static func headers(of text: String) -> [StoredResponse.Header] {
        text.utf8.split(separator: newline).compactMap { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            return StoredResponse.Header(String(Substring(line[..<colon])), String(Substring(line[colon...].dropFirst(2))))
        }
    }

    private static let newline = UInt8(ascii: "\n")
}
