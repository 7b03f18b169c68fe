import FoundationEssentials
import HTTPClient
import Lists
import Webhooks

/// A running server, as `--server` and `--token` name it.
public struct ServerAddress {
    /// Without a slash at its end.
    public let url: String
    let token: String?

    /// - Throws: a usage error for another URL, and for a token that no header can hold.
    public init(_ url: String, token: String?) throws(CommandFailure) {
        guard (try? WebhookURL(url)) != nil, !url.contains("?")
        else { throw .usage("--server must be a URL such as http://localhost:8080, and is “\(url)”") }
        if let token, token.isEmpty || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw .usage("--token must be a token as sectional token has printed it")
        }
        self.url = String(url.reversed().drop { $0 == "/" }.reversed())
        self.token = token
    }

    /// A request about a list.
    func request(_ method: String, _ list: ListID, _ path: String = "", headers: [String] = []) -> CurlRequest {
        request(method, path: "/lists/\(list)\(path)", headers: headers)
    }

    /// - Parameter path: Encoded, with its query.
    func request(_ method: String, path: String, headers: [String]) -> CurlRequest {
        let authorization = token.map { ["Authorization: Bearer \($0)"] } ?? []
        var request = CurlRequest(method, url + path, headers: ["User-Agent: sectional"] + authorization + headers)
        // As other programs take it, curl among them.
        request.certificates = ProcessInfo.processInfo.environment["SSL_CERT_FILE"]
        return request
    }

    /// Sends a request and reads its answer, whatever the answer's status.
    ///
    /// - Parameters:
    ///   - body: The request's body; `nil` for none.
    ///   - limit: Bytes of the answer that are kept; `nil` for those of a usual document.
    func answer(to request: CurlRequest, sending body: [UInt8]? = nil, limit: Int? = nil) throws(CommandFailure) -> ServerAnswer {
        var answer = ServerAnswer()
        if let limit { answer.limit = limit }
        var rest = body?[...] ?? []
        let send = { (buffer: UnsafeMutableRawBufferPointer) in
            let count = min(buffer.count, rest.count)
            buffer.copyBytes(from: rest.prefix(count))
            rest = rest.dropFirst(count)
            return count
        }
        do {
            answer.status = try request.perform(sending: body == nil ? nil : send) { _, bytes in answer.append(bytes) }
        } catch {
            throw failure(error)
        }
        return answer
    }

    /// Sends a request and reads the answer of a success.
    ///
    /// - Throws: ``CommandFailure`` with the detail of the server's problem, too.
    func success(of request: CurlRequest, sending body: [UInt8]? = nil, limit: Int? = nil) throws(CommandFailure) -> ServerAnswer {
        let answer = try answer(to: request, sending: body, limit: limit)
        guard answer.isSuccess else { throw refusal(answer) }
        return answer
    }

    /// The error for an answer that is a problem.
    func refusal(_ answer: ServerAnswer) -> CommandFailure { CommandFailure(message: "\(url): \(answer.problem.detail)") }

    /// The error for a request without a whole response.
    func failure(_ error: any Error) -> CommandFailure {
        switch error {
        case let failure as CommandFailure: failure
        case let failure as CurlFailure:
            CommandFailure(message: "\(url): \(failure.isCut ? "the answer was cut: " : "")\(failure.message)")
        default: CommandFailure(message: "\(url): \(error)")
        }
    }
}
