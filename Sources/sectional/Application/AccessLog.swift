import Foundations
import HTTPServing
import HTTPTypes
import ListAPI
import Logging
import Settings
import Wire

/// Writes one line for each request that was answered, a stream's when it has ended.
///
/// A line has the request's method, path, route and id, the answer's status, the bytes of its body that were sent, milliseconds from the
/// request's arrival until the answer was made (or the stream's end), and the failure behind a problem. It has the peer's address, the
/// one that a trusted proxy forwards the request for, the name of the token, and the client's own `Request-Id` and `traceparent`, each where
/// there is one. Never anything of a query, of another header or of a body. Of a path that is long only its beginning is there.
final class AccessLog: ResponseObserver {
    /// Bytes of a path that a line has at most.
    private static let longestPath = 512
    /// Bytes of a client's own request id; a longer one is left out.
    private static let longestName = 128
    /// The request headers that lines are made of.
    static let headers: [HTTPField.Name] = [.requestID, .traceParent, .xForwardedFor, .forwarded]

    private let format: LogFormat
    private let addresses: ClientAddresses
    private let buffer: LineBuffer
    private let clock = LogClock()

    init(format: LogFormat, addresses: ClientAddresses = ClientAddresses(trusting: []), buffer: LineBuffer) {
        self.format = format
        self.addresses = addresses
        self.buffer = buffer
    }

    func answered(_ request: Request, _ response: Response, _ info: ResponseInfo) {
        if case .stream = response.body { return }
        write(request, response, info)
    }

    func ended(_ request: Request, _ response: Response, _ info: ResponseInfo) {
        write(request, response, info)
    }

    private func write(_ request: Request, _ response: Response, _ info: ResponseInfo) {
        var line = LogLine(format, time: clock.text(), level: .info, message: "answered")
        line.add("bytes", info.bytes)
        if let name = Self.name(request.headers[.requestID]) { line.add("client_request_id", plain: name) }
        line.add("duration_ms", milliseconds: info.microseconds)
        if let failure = response.failure { line.add("failure", plain: failure) }
        if let address = addresses.forwarded(request) { line.add("forwarded", plain: address.description) }
        line.add("method", plain: request.method.rawValue)
        line.add("path", path: request.target.rawPath, longest: Self.longestPath)
        if let peer = request.peer { line.add("peer", plain: peer.description) }
        line.add("request_id", plain: request.id)
        line.add("route", plain: info.route?.text ?? "none")
        line.add("status", response.status.code)
        // A 401 is the answer to a token that is not valid, or no longer.
        if let sender = request.principal, response.status != .unauthorized { line.add("token", text: sender.name) }
        if let trace = Self.name(request.headers[.traceParent]) { line.add("traceparent", plain: trace) }
        line.end()
        buffer.add(line.bytes)
    }

    /// A client's own request id, when it is short and of letters, digits and marks without a meaning in a line.
    private static func name(_ text: String?) -> String? {
        guard let text, (1...longestName).contains(text.utf8.count) else { return nil }
        let isPlain = text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-._~:/+@".utf8.contains($0) }
        return isPlain ? text : nil
    }
}
