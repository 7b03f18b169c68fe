import CMicroHTTPD
import CReplacements
import Foundations
import HTTPServing
import HTTPTypes
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One request and its answer, from the request line to the last byte sent.
final class Exchange: @unchecked Sendable {
    // Unchecked because of the C pointer and of the variables, which only the connection's own thread touches. What other threads
    // see is in `state`; they use the pointer for header look-ups, under that lock and before `isEnded`, and to resume a suspended
    // connection, under the lock of `SuspendedConnections`.

    /// The meaning of the library's next call. Numbers alone, so that a look at it copies no object: objects are in ``pending``.
    enum Stage {
        case headers
        case body(limit: Int)
        case pieces
        /// The body has come, and is thrown away.
        case refused
        case deferred(isSuspended: Bool)
        case answered

        var hasPending: Bool {
            switch self {
            case .headers, .body, .answered: false
            case .pieces, .refused, .deferred: true
            }
        }
    }

    let core: ServerCore
    let client: Connection
    let connection: OpaquePointer
    /// The number that its identifier is made of.
    let number: UInt64
    let state = Mutex(ExchangeState())
    private let headMemory: HeadMemory
    private(set) var stage = Stage.headers
    /// The receiver, the response or the deferred response of the stages that have one.
    private var pending: PendingResponse?
    private(set) var method = HTTPRequest.Method.unread
    var body: CollectedBody?
    private(set) var isHTTP11 = true
    /// Which headers there may be, once they were read.
    private(set) var names = HeaderNameSet.any
    /// The request without its body, and what the responder has found out about it; `nil` until its headers or all of it were shown to the
    /// responder, and when the exchange has ended: it refers to the exchange.
    var request: Request?
    /// Looks where a body in chunks ends; `nil` for another body, and where the connection ends anyway.
    private(set) var chunkedEnd: ChunkedEnd?
    /// Whether the client may still be sending when the connection closes.
    var mayHaveUnread = false
    /// Whether the response is the connection's last: where this request ends is not sure.
    var isLast = false

    /// The owner of the memory that the library sends from; `nil` if that is the library's own.
    var sent: AnyObject?

    init(core: ServerCore, client: Connection, connection: OpaquePointer, target: UnsafePointer<CChar>) {
        self.core = core
        self.client = client
        self.connection = connection
        number = core.ids.next()
        headMemory = HeadMemory(target: target, of: connection)
    }

    /// The target as sent, in the library's memory: to be read between the headers' end and the exchange's.
    var targetBytes: UnsafeRawBufferPointer { headMemory.targetBytes }

    /// Goes on after the library has read something, or after the connection was resumed.
    ///
    /// - Parameter piece: a piece of the body; `nil` for headers that were read, the request's end, or a resumption.
    /// - Returns: whether the connection may go on.
    func proceed(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, piece: UnsafeRawBufferPointer?) -> Bool {
        if let chunkedEnd { follow(chunkedEnd, piece) }
        switch stage {
        case .headers:
            return headersAreRead(method: method, version: version)
        case .body(let limit):
            guard let piece else { return hasFlawedTrailers ? refuse(Self.trailerFlaw) : answer() }
            return collect(piece, limit: limit)
        case .pieces, .refused, .deferred:
            return proceed(with: piece)
        case .answered:
            return true
        }
    }

    /// Goes on in a stage that has something pending.
    private func proceed(with piece: UnsafeRawBufferPointer?) -> Bool {
        guard let pending else { return true }
        switch pending {
        case .receiving(let receiver): return pass(piece, to: receiver)
        case .response(let response): return piece == nil ? reply(response) : true
        case .deferred(let response):
            guard case .deferred(let isSuspended) = stage else { return true }
            return goOn(waitingFor: response, isSuspended: isSuspended)
        }
    }

    /// - Parameter pending: The receiver or response of the stage; `nil` for a stage without one.
    func enter(_ stage: Stage, with pending: PendingResponse? = nil) {
        if stage.hasPending || self.stage.hasPending { self.pending = pending }
        self.stage = stage
    }

    /// The library lets go of the request.
    func end() {
        state.withLock { $0.isEnded = true }
        if case .pieces = stage, case .receiving(let receiver) = pending { receiver.cancel() }
        chunkedEnd = nil
        receive_forget()
        // Both refer to the exchange.
        enter(.answered)
        request = nil
        client.progress.endExchange()
        body = nil
        sent = nil
        if mayHaveUnread { core.connections.linger(client) }
        core.exchangeEnded()
    }

    private func headersAreRead(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> Bool {
        client.progress.beginExchange()
        isHTTP11 = strcmp(version, "HTTP/1.0") != 0
        let headersEnd = HeadMemory.end(of: connection, method: method)
        let framing = headMemory.read(of: connection, isHTTP11: isHTTP11, end: headersEnd, into: client.headers)
        names = client.headers.names
        if let refusal = refusal(method: method, version: version, framing: framing) {
            mayHaveUnread = framing.hasBody || framing.flaw != nil
            return refuse(refusal)
        }
        // Only the library knows where a chunked body ends, and it errs about that as about headers: so the end is looked for here, too.
        let isSeen = headMemory.ends(at: headersEnd)
        if framing.isChunked, isSeen {
            chunkedEnd = ChunkedEnd(socket: shim_socket(connection), headersEnd: headersEnd)
        }
        isLast = framing.isChunked || !isSeen
        mayHaveUnread = isLast
        guard framing.hasBody else {
            enter(.body(limit: 0))
            return true
        }
        return bodyIsAnnounced(framing, headersEnd: headersEnd)
    }

    /// Decides about a request with a body by its headers.
    private func bodyIsAnnounced(_ framing: RequestFraming, headersEnd: UInt) -> Bool {
        var limit = core.configuration.bodyLimit
        var request = Request(head: self)
        let admission = core.responder.admit(&request)
        request.isAdmitted = true
        self.request = request
        switch admission {
        case .refused(let response):
            let hasCome = framing.contentLength.map { HeadMemory.hasBody(of: $0, behind: headersEnd) } ?? false
            return refuse(finalized(response), hasCome: hasCome)
        case .inPieces: return begin()
        case .collected(let own): limit = min(limit, own ?? limit, core.memory.shareLimit)
        }
        let share = share
        if let length = framing.contentLength {
            guard length <= limit else {
                mayHaveUnread = true
                return refuse(.bodyTooLarge(limit: limit))
            }
            guard share.fits(length) else {
                mayHaveUnread = true
                return refuse(.outOfMemory)
            }
        }
        enter(.body(limit: limit))
        body = CollectedBody(length: framing.contentLength, in: share)
        client.progress.beginBody()
        noticeEnd()
        return true
    }

    private func refusal(
        method name: UnsafePointer<CChar>, version: UnsafePointer<CChar>, framing: RequestFraming
    ) -> ServerRefusal? {
        let token = HTTPRequest.Method(token: name)
        if let token { method = token }
        let nameCount = strlen(name)
        guard targetBytes.count <= core.configuration.targetLimit else { return .targetTooLong(limit: core.configuration.targetLimit) }
        guard isTargetText, headMemory.isBetween(name, count: nameCount, and: version) else {
            return .malformed(
                reason: "The request target is not UTF-8, holds a space or a control character, or stands behind more than one space.")
        }
        if token == nil { return .malformed(reason: "The method is not a token.") }
        // The request line has two spaces, and CRLF ends it and the headers.
        let requestLineCount = nameCount + targetBytes.count + strlen(version) + 6
        guard shim_header_size(connection) <= requestLineCount + core.configuration.headerLimit else {
            return .headersTooLarge(limit: core.configuration.headerLimit)
        }
        if let flaw = framing.flaw { return .malformed(reason: flaw) }
        guard core.configuration.acceptsHost.accepts(framing.host, target: targetBytes) else { return .misdirected }
        return core.isStopping ? .shuttingDown : nil
    }

    /// Whether the target is UTF-8 without a space or a control character.
    private var isTargetText: Bool {
        ASCII.areVisible(targetBytes)
            || !ASCII.hasControl(targetBytes, orBelow: 0x21) && String(validating: targetBytes, as: UTF8.self) != nil
    }

    /// Refuses a request by its headers: at once, and as the connection's last, unless its body has come with them.
    func refuse(_ response: Response, hasCome: Bool) -> Bool {
        guard !hasCome else {
            enter(.refused, with: .response(response))
            return true
        }
        mayHaveUnread = true
        return reply(response, closes: true)
    }
}
