import Foundation
import Synchronization

/// A server that answers each connection with the same bytes, whatever is asked, and then closes it: for what a real one never sends.
final class ScriptedServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let received = Mutex<[String]>([])

    init(_ answer: String) throws {
        (listener, port) = try HTTPConnection.listen()
        let listener = listener
        let thread = Thread { [weak self] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { return }
                let head = Self.readHead(socket)
                self?.received.withLock { $0.append(head) }
                _ = answer.withCString { send(socket, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
                shutdown(socket, Int32(SHUT_RDWR))
                close(socket)
            }
        }
        thread.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    var url: String { "http://127.0.0.1:\(port)" }

    /// The request lines and headers that came, in order.
    var heads: [String] { received.withLock { $0 } }

    private static func readHead(_ socket: Int32) -> String {
        var text = ""
        var byte: UInt8 = 0
        while !text.hasSuffix("\r\n\r\n"), recv(socket, &byte, 1, 0) == 1 { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }
}
