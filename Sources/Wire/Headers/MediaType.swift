import JSON
import Lists

/// A media type with its parameters, as a `Content-Type` carries it (RFC 9110, 8.3.1).
public struct MediaType: Sendable, Hashable {
    /// Type and subtype in small letters: `application/json`.
    public let essence: String
    /// The value of `charset` in small letters; `nil` where there is none.
    public let charset: String?

    public static let json = "application/json"
    public static let problem = "application/problem+json"
    public static let mergePatch = "application/merge-patch+json"
    public static let jsonPatch = "application/json-patch+json"
    public static let ndjson = "application/x-ndjson"
    public static let form = "application/x-www-form-urlencoded"
    public static let eventStream = "text/event-stream"
    public static let yaml = "application/yaml"
    public static let html = "text/html; charset=utf-8"
    public static let javaScript = "text/javascript; charset=utf-8"
    public static let css = "text/css; charset=utf-8"
    public static let svg = "image/svg+xml"
    public static let plainText = "text/plain; charset=utf-8"

    /// Whether a body of this type is UTF-8, which is what JSON is where nothing else is said.
    public var isUTF8: Bool { charset.map { UTF8Text.areEqual($0, "utf-8") } ?? true }

    /// Reads a header's value; `nil` where it is not a media type, or where a parameter is malformed or `charset` is given twice.
    public init?(parsing value: String) {
        var scanner = HeaderScanner(value)
        scanner.skipBlanks()
        guard let type = scanner.token(), scanner.consume("/"), let subtype = scanner.token() else { return nil }
        var charset: String?
        scanner.skipBlanks()
        while !scanner.isAtEnd {
            guard scanner.consume(";") else { return nil }
            scanner.skipBlanks()
            if scanner.isAtEnd || scanner.peek == UInt8(ascii: ";") { continue }
            guard let name = scanner.token(), scanner.consume("="), let value = scanner.token() ?? scanner.quotedString() else {
                return nil
            }
            if name.lowercased() == "charset" {
                guard charset == nil else { return nil }
                charset = value.lowercased()
            }
            scanner.skipBlanks()
        }
        self.essence = (type + "/" + subtype).lowercased()
        self.charset = charset
    }
}
