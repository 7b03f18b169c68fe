/// What a `Prefer` header wants back from a write (RFC 7240, 4.2).
public enum ReturnPreference: String, Sendable {
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
                guard let known = (scanner.token() ?? scanner.quotedString()).flatMap(ReturnPreference.init(rawValue:)) else { return nil }
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
