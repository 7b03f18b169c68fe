import Gzip
import HTTPServing
import HTTPTypes

/// The encoding of a response's body.
enum ContentCoding {
    /// Bodies up to this many bytes go out as they are.
    static let smallest = 1_024

    /// Whether a request takes gzip (RFC 9110, 12.5.3): named, or meant by `*`, with a weight above 0.
    static func acceptsGzip(_ request: Request) -> Bool {
        guard let value = request.headers[.acceptEncoding] else { return false }
        var wildcard: Bool?
        for part in value.split(separator: ",") {
            let pieces = part.split(separator: ";").map { $0.trimmingBlanks().lowercased() }
            guard let name = pieces.first else { continue }
            let accepted = !pieces.dropFirst().contains { Self.isZeroWeight($0) }
            if name == "gzip" || name == "x-gzip" { return accepted }
            if name == "*" { wildcard = accepted }
        }
        return wildcard ?? false
    }

    private static func isZeroWeight(_ parameter: String) -> Bool {
        guard parameter.hasPrefix("q=") else { return false }
        return parameter.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
    }

    /// A body in gzip where that is asked for and worth it; `nil` where it goes out as it is.
    static func gzip(_ body: [UInt8], accepted: Bool) -> [UInt8]? {
        guard accepted, body.count > smallest, let encoded = Gzip.compress(body), encoded.count < body.count else { return nil }
        return encoded
    }
}

extension Substring {
    /// Without blanks and tabs at both ends.
    func trimmingBlanks() -> Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
