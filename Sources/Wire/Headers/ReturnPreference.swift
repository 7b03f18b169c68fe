import JSON
import Lists

/// The preference of a `Prefer` header for the answer to a write (RFC 7240, 4.2).
public enum ReturnPreference: String, Sendable, CaseIterable {
    case minimal
    case representation

    /// Reads a header's value. Of several preferences for the answer the first counts; what is unknown or malformed is passed over.
    public init?(parsing value: String) {
        var scanner = HeaderScanner(value)
        while !scanner.isAtEnd {
            scanner.skipBlanks()
            let name = scanner.token()
            scanner.skipBlanks()
            if let name, name.lowercased() == "return", scanner.consume("=") {
                scanner.skipBlanks()
                let text = scanner.token() ?? scanner.quotedString() ?? ""
                guard let known = Self.allCases.first(where: { UTF8Text.areEqual($0.rawValue, text) }) else { return nil }
                self = known
                return
            }
            Self.skipPreference(&scanner)
        }
        return nil
    }

    /// Passes the rest of a preference and the comma behind it.
    private static func skipPreference(_ scanner: inout HeaderScanner) {
        while !scanner.isAtEnd, !scanner.consume(",") {
            if scanner.quotedString() == nil { _ = scanner.take { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") } }
        }
    }
}
