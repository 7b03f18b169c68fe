import HTTPServing
import HTTPTypes
import Logging
import MicroHTTPServer

/// A server on a free port that answers with a closure, and stops when it is let go.
final class TestServer: Sendable {
    let server: MicroHTTPServer
    let port: UInt16

    init(
        answer: @escaping @Sendable (Request) -> PendingResponse = { .text("path \(Substring($0.target.rawPath))") },
        pieceType: String? = nil, configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = ServerConfiguration(port: 0)
        configuration.threads = 2
        configure(&configuration)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let responder = ClosureResponder(answer: answer, pieceType: pieceType)
        server = MicroHTTPServer(configuration: configuration, responder: responder, logger: logger) { refusal, _ in
            let status: HTTPResponse.Status =
                switch refusal {
                case .bodyTooLarge: .contentTooLarge
                case .targetTooLong: .uriTooLong
                case .headersTooLarge: .requestHeaderFieldsTooLarge
                case .malformed: .badRequest
                case .misdirected: .misdirectedRequest
                case .shuttingDown, .outOfMemory: .serviceUnavailable
                }
            return Response(status: status, headers: [.init(.contentType, "text/plain")], body: .bytes(Array("refused: \(refusal)".utf8)))
        }
        port = try server.start().port
    }

    deinit { server.stop(within: 0) }

    func connect() throws -> RawConnection { try RawConnection(port: port) }

    /// The response to one request on a connection of its own.
    func request(_ head: String, body: [UInt8] = []) throws -> RawResponse {
        let connection = try connect()
        connection.send(Array("\(head)\r\nHost: test\r\nConnection: close\r\n\r\n".utf8) + body)
        return try connection.response(hasBody: !head.hasPrefix("HEAD"))
    }
}

final class ClosureResponder: Responder {
    let answer: @Sendable (Request) -> PendingResponse
    /// The Content-Type of bodies that come in pieces.
    let pieceType: String?

    init(answer: @escaping @Sendable (Request) -> PendingResponse, pieceType: String?) {
        self.answer = answer
        self.pieceType = pieceType
    }

    func respond(to request: inout Request) -> PendingResponse { answer(request) }

    func admit(_ request: inout Request) -> Admission {
        switch request.target.raw {
        case "/admits/nobody": .refused(Response(status: .unauthorized, body: .bytes(Array("refused".utf8))))
        case "/admits/ten": .collected(limit: 10)
        default: pieceType != nil && request.headers[.contentType] == pieceType ? .inPieces : .collected(limit: nil)
        }
    }
}

extension PendingResponse {
    static func text(_ text: String, status: HTTPResponse.Status = .ok) -> PendingResponse {
        .response(Response(status: status, body: .bytes(Array(text.utf8))))
    }
}
