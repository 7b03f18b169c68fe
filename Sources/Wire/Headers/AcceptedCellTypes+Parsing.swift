public import CellTypes
import Foundations
import JSON

extension AcceptedCellTypes {
    /// The most names of a header, repetitions among them.
    public static let maximumCount = 1_000

    /// Reads the value of `Accept-Cell-Types`: names with commas between them, and blanks. A name with a comma stands in quotes. An empty value
    /// names no type.
    ///
    /// `nil` where a quoted name has no end or something behind it, where there are too many, and where the header was not UTF-8.
    public init?(parsing value: String) {
        guard !value.utf8.isEmpty else {
            self.init([])
            return
        }
        guard !value.unicodeScalars.contains("\u{FFFD}") else { return nil }
        var scanner = HeaderScanner(value)
        var names: [String] = []
        while true {
            scanner.skipBlanks()
            if scanner.peek == UInt8(ascii: "\"") {
                guard let name = scanner.quotedString() else { return nil }
                names.append(name)
                scanner.skipBlanks()
            } else if let text = scanner.take(while: { $0 != UInt8(ascii: ",") }) {
                names.append(String(Substring(ASCII.trimmingBlanks(text[...].utf8))))
            }
            guard names.count <= Self.maximumCount else { return nil }
            if scanner.isAtEnd { break }
            guard scanner.consume(",") else { return nil }
        }
        self.init(names)
    }
}
