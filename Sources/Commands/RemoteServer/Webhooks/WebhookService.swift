import FoundationEssentials
public import JSON
import Wire

/// The routes of webhooks on a running server. Each call is one request, on the caller's thread.
public struct WebhookService {
    let server: ServerAddress

    public init(server: ServerAddress) {
        self.server = server
    }

    /// Bytes beyond which an answer is no list of webhooks or deliveries.
    private static let limit = 64 << 20

    /// Sends a request below `/webhooks`.
    ///
    /// - Parameter body: A JSON document; `nil` for none.
    /// - Returns: the body of a success.
    /// - Throws: ``CommandFailure`` with the detail of the server's problem.
    public func send(_ method: String, _ path: String = "", body: JSONText? = nil) throws(CommandFailure) -> [UInt8] {
        let headers = body == nil ? [] : ["Content-Type: application/json"]
        let request = server.request(method, path: "/webhooks\(path)", headers: headers)
        return try server.success(of: request, sending: body.map { Array($0.text.utf8) }, limit: Self.limit).body
    }

    /// Sends a request and reads the document that comes back.
    public func document<Document: Decodable>(
        _ method: String, _ path: String = "", body: JSONText? = nil
    ) throws(CommandFailure) -> Document {
        try read(try send(method, path, body: body))
    }

    /// Reads an answer.
    public func read<Document: Decodable>(_ body: [UInt8]) throws(CommandFailure) -> Document {
        do {
            return try JSONDecoder().decode(Document.self, from: Data(body))
        } catch {
            throw CommandFailure(message: "\(server.url): the answer is none that is known here")
        }
    }

    /// The path of a webhook.
    public static func path(_ id: String, _ rest: String = "") -> String { "/\(PercentEncoding.segment(id))\(rest)" }
}
