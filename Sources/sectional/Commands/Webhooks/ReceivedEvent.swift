import FoundationEssentials
import JSON

/// An event that a webhook was sent.
struct ReceivedEvent {
    private struct Head: Decodable {
        let type: String
        let timestamp: String
    }

    /// The whole body on one line; characters that a terminal could take for commands are escaped.
    let body: String
    private let head: Head

    /// - Throws: Where it is no JSON object with `type`, `timestamp` and `data`.
    init(_ bytes: [UInt8]) throws {
        let value = try JSONValue(validating: bytes)
        head = try JSONDecoder().decode(Head.self, from: Data(bytes))
        body = Self.escaped(value.text)
    }

    /// Its time, its type, its id and its data.
    func line(id: String) -> String {
        // The server puts `data` last.
        let marker = ",\"data\":"
        let data = body.firstRange(of: marker).map { body[$0.upperBound...].dropLast() } ?? ""
        return "\(Self.escaped(head.timestamp))  \(Self.escaped(head.type))  \(Self.escaped(id))  \(data)"
    }

    /// Control characters beyond ASCII, and those that turn the direction of text, as JSON escapes them.
    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isDangerous) else { return text }
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isDangerous(scalar) else {
                output.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            output.append(contentsOf: ("\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits).unicodeScalars)
        }
        return String(output)
    }

    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C: true
        default: false
        }
    }
}
