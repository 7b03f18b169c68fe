import CMicroHTTPD
import Glibc
import HTTPServing
import HTTPTypes
import Synchronization

/// One request and its answer, from the request line to the last byte sent.
final class Exchange: @unchecked Sendable {
    // Unchecked because of the C pointer and of the variables, which only the connection's own thread touches. What other threads
    // see is in `state`; they use the pointer for header look-ups, under that lock and before `isEnded`, and to resume a parked
    // connection, under the lock of `Parking`.

    /// What the library's next call means.
    private enum Stage {
        case headers
        case body(limit: Int)
        case pieces(any BodyReceiver)
        case deferred
        case answered
    }

    /// Bytes set aside for a body on its announcement alone; a longer one grows as it comes.
    private static let largestReservation = 1 << 26
    /// A space, eight characters of version, CR LF: the library has refused anything else.
    private static let versionLineCount = 11

    let core: ServerCore
    let connection: OpaquePointer
    let id: String
    let state = Mutex(ExchangeState())
    private let target: RequestTarget?
    private let targetCount: Int
    private let targetHasSpace: Bool
    /// Where the target's memory ends: the version comes right behind it unless a NUL cut the target.
    private let targetEnd: UnsafePointer<CChar>
    private let headerSection: HeaderSection
    private var stage = Stage.headers
    private(set) var method = HTTPRequest.Method.unread
    private var body: [UInt8] = []
    /// The length that the body is announced with; the largest number for one in chunks.
    private var bodyCount = 0
    private(set) var isHTTP11 = true
    /// Whether the client may still be sending when the connection closes.
    private var mayHaveUnread = false
    /// The answer is the connection's last, since what comes behind this request can't be told from it for sure.
    private var isLast = false

    init(core: ServerCore, connection: OpaquePointer, target: UnsafePointer<CChar>) {
        self.core = core
        self.connection = connection
        id = core.ids.next()
        targetCount = strlen(target)
        targetEnd = target + targetCount
        headerSection = HeaderSection(start: UnsafeRawPointer(targetEnd) + Self.versionLineCount, socket: shim_socket(connection))
        let bytes = UnsafeRawBufferPointer(start: target, count: targetCount)
        self.target = String(validating: bytes, as: UTF8.self).map(RequestTarget.init)
        targetHasSpace = memchr(target, 0x20, targetCount) != nil
        // The library is about to decode the query into its own memory, where a few hundred parameters leave no room for headers.
        // Nobody here asks it for them, so its copy of the query is ended where it begins; the library writes there next itself.
        if let mark = strchr(target, Int32(UInt8(ascii: "?"))), mark + 1 < targetEnd { mark[1] = 0 }
        // The library would answer this line itself, before anybody is asked: a bare 400 with its head twice. It is not to know its name.
        if let line = headerSection.falseLength.flatMap({ UnsafeMutableRawPointer(bitPattern: $0) }) {
            line.storeBytes(of: UInt8(ascii: "X"), as: UInt8.self)
        }
    }

    /// Goes on after the library has read something, or after the connection was resumed.
    ///
    /// - Parameter piece: a piece of the body; `nil` for headers that were read, the request's end, or a resumption.
    /// - Returns: whether the connection may go on.
    func proceed(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, piece: UnsafeRawBufferPointer?) -> Bool {
        switch stage {
        case .headers:
            return headersAreRead(method: method, version: version)
        case .body(let limit):
            guard let piece else { return answer() }
            return collect(piece, limit: limit)
        case .pieces(let receiver):
            guard let piece else { return send(receiver.finish()) }
            if let refusal = receiver.receive(piece) { return breakOff(with: refusal) }
            noticeEnd()
            return true
        case .deferred:
            let make = state.withLock { $0.makeResponse.take() }
            guard let make else { return refuse(.shuttingDown) }
            return reply(make())
        case .answered:
            return true
        }
    }

    /// The library lets go of the request.
    func end() {
        state.withLock { state in
            state.isEnded = true
            state.makeResponse = nil
        }
        if case .pieces(let receiver) = stage { receiver.cancel() }
        if mayHaveUnread { core.lingering.add(duplicateOf: shim_socket(connection)) }
        core.exchangeEnded()
    }

    private func headersAreRead(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> Bool {
        isHTTP11 = strcmp(version, "HTTP/1.0") != 0
        let headersEnd = UInt(bitPattern: method) &+ UInt(shim_header_size(connection))
        var framing = RequestFraming(start: UInt(bitPattern: targetEnd) &+ UInt(Self.versionLineCount))
        withUnsafeMutablePointer(to: &framing) { framing in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, headerIsRead, framing)
        }
        framing.check(isHTTP11: isHTTP11, end: headersEnd)
        if headerSection.falseLength != nil { framing.reject("Content-Length is not a number.") }
        if headerSection.contradicts(headersEnd) { framing.reject("A header line does not end with CRLF.") }
        if let refusal = refusal(method: method, version: version, framing: framing) {
            mayHaveUnread = framing.hasBody || framing.flaw != nil
            return refuse(refusal)
        }
        // Where a chunked body's trailers end is for the library alone to say, and it errs as it does about headers.
        isLast = framing.isChunked || !headerSection.ends(at: headersEnd)
        mayHaveUnread = isLast
        if framing.hasBody, let request = request(body: []), core.responder.takesPieces(of: request) {
            return begin(request)
        }
        let limit = core.configuration.bodyLimit
        if let length = framing.contentLength {
            guard length <= limit else {
                mayHaveUnread = true
                return refuse(.bodyTooLarge(limit: limit))
            }
            body.reserveCapacity(min(length, Self.largestReservation))
        }
        stage = .body(limit: limit)
        if framing.hasBody {
            bodyCount = framing.contentLength ?? .max
            noticeEnd()
        }
        return true
    }

    private func refusal(
        method name: UnsafePointer<CChar>, version: UnsafePointer<CChar>, framing: RequestFraming
    ) -> ServerRefusal? {
        let configuration = core.configuration
        let token = HTTPRequest.Method(token: name)
        if let token { method = token }
        guard targetCount <= configuration.targetLimit else { return .targetTooLong(limit: configuration.targetLimit) }
        guard target != nil, !targetHasSpace, version == targetEnd + 1,
            targetEnd - targetCount == name + strlen(name) + 1
        else {
            return .malformed(reason: "The request target is not UTF-8, holds a space or a NUL, or stands behind more than one space.")
        }
        if token == nil { return .malformed(reason: "The method is not a token.") }
        // The request line has two spaces, and CRLF ends it and the headers.
        let requestLineCount = strlen(name) + targetCount + strlen(version) + 6
        guard shim_header_size(connection) <= requestLineCount + configuration.headerLimit else {
            return .headersTooLarge(limit: configuration.headerLimit)
        }
        if let flaw = framing.flaw { return .malformed(reason: flaw) }
        return core.isStopping ? .shuttingDown : nil
    }

    /// Asks for the receiver of a body before it arrives; or sends what the responder says instead, and takes no body.
    private func begin(_ request: Request) -> Bool {
        let answer = core.responder.respond(to: request)
        guard case .receiving(let receiver) = answer else {
            mayHaveUnread = true
            isLast = true
            return send(answer)
        }
        stage = .pieces(receiver)
        noticeEnd()
        return true
    }

    /// Sees to it that the library notices when the client has sent its last: it misses an end that arrives together with bytes, since
    /// its epoll is edge-triggered and a short read is enough for it. A socket that is shut down for reading makes another edge.
    private func noticeEnd() {
        let socket = shim_socket(connection)
        var byte: UInt8 = 0
        if shim_peek(socket, &byte, 1) == 0 { shutdown(socket, Int32(SHUT_RD)) }
    }

    private func collect(_ piece: UnsafeRawBufferPointer, limit: Int) -> Bool {
        guard body.count + piece.count <= limit else {
            return breakOff(with: core.response(to: .bodyTooLarge(limit: limit), head))
        }
        body.append(contentsOf: piece)
        if body.count < bodyCount { noticeEnd() }
        return true
    }

    /// Answers in the middle of a body. The library takes no response there: this one is written past it, and the connection ends.
    private func breakOff(with response: Response) -> Bool {
        mayHaveUnread = true
        stage = .answered
        BareReply(response, requestID: id, omitsBody: method == .head).send(to: shim_socket(connection))
        return false
    }

    private func request(body: [UInt8]) -> Request? {
        target.map { Request(method: method, target: $0, headers: self, body: body, id: id) }
    }

    private func answer() -> Bool {
        guard let request = request(body: body) else { return false }
        body = []
        return send(core.responder.respond(to: request).receiving(request.body))
    }

    private func send(_ answer: Answer) -> Bool {
        switch answer {
        case .response(let response):
            return reply(response)
        case .deferred(let start):
            stage = .deferred
            guard core.parking.park(self) else { return refuse(.shuttingDown) }
            start { makeResponse in self.complete(makeResponse) }
            return true
        case .receiving(let receiver):
            // The body has been taken: there is no more of it.
            return send(receiver.finish())
        }
    }

    /// The deferred answer is there; from any thread. Only the first completion counts, and only while the exchange lives.
    private func complete(_ makeResponse: @escaping @Sendable () -> Response) {
        let isFirst = state.withLock { state in
            guard !state.isEnded, !state.isCompleted else { return false }
            state.isCompleted = true
            state.makeResponse = makeResponse
            return true
        }
        if isFirst { core.parking.wake(self) }
    }

    /// The request without its body, for a refusal.
    private var head: Request {
        Request(method: method, target: target ?? RequestTarget(""), headers: self, id: id)
    }

    private func refuse(_ refusal: ServerRefusal) -> Bool {
        reply(core.response(to: refusal, head), closes: true)
    }

    private func reply(_ response: Response, closes: Bool = false) -> Bool {
        stage = .answered
        guard let reply = Reply.make(response, for: self, closes: closes || isLast || core.isStopping) else { return false }
        defer { MHD_destroy_response(reply) }
        return MHD_queue_response(connection, UInt32(clamping: response.status.code), reply) == .YES
    }
}
