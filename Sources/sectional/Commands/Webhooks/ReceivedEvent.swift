import Commands
import FoundationEssentials
import Foundations
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

    /// - Throws: If it is no JSON object with `type`, `timestamp` and `data`.
    init(_ bytes: [UInt8]) throws {
        let value = try JSONText(validating: bytes)
        head = try JSONDecoder().decode(Head.self, from: Data(bytes))
        body = TerminalText.escaped(value.text)
    }

    /// Its time, its type, its id and its data.
    func line(id: String) -> String {
        // The server puts `data` last.
        let marker = ",\"data\":"
        let data = body.firstRange(of: marker).map { body[$0.upperBound...].dropLast() } ?? ""
        return "\(TerminalText.escaped(head.timestamp))  \(TerminalText.escaped(head.type))  \(TerminalText.escaped(id))  \(data)"
    }
}
