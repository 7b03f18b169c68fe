import CMicroHTTPD
import HTTPServing
import HTTPTypes
import Synchronization

/// Asks the responder, and sends its response: at once, or when a deferred response is ready.
extension Exchange {
    /// Answers a request that is there as a whole.
    func answer() -> Bool {
        if body != nil { client.progress.endBody() }
        guard body != nil else {
            // A request without a body is answered at once nearly always: it is kept by nobody.
            var request = Request(head: self)
            switch core.responder.respond(to: &request) {
            case .response(let response):
                let response = core.responder.finalize(response, to: request)
                guard response.body.isCounted else { return queue(response, nil, closes: false) }
                // Memory is held for the sender that the responder has found.
                self.request = request
                return reply(response)
            case .deferred(let response):
                self.request = request
                return send(.deferred(response))
            case .receiving(let receiver):
                self.request = request
                return send(receiver.finish())
            }
        }
        // Its time is over before it has begun.
        guard !core.isOver else { return refuse(.shuttingDown) }
        let bytes = body?.take() ?? []
        let answer = respond(body: bytes).receiving(bytes)
        // Nothing holds the body beyond this that is not counted by itself.
        body = nil
        return send(answer)
    }

    /// Asks the responder for the answer to the request.
    ///
    /// - Parameter bytes: The whole body; none where it comes in pieces.
    func respond(body bytes: [UInt8] = []) -> PendingResponse {
        var request = self.request.take() ?? Request(head: self)
        request.body = bytes
        let answer = core.responder.respond(to: &request)
        request.body = []
        self.request = request
        return answer
    }

    /// A response with what the responder has to add to it.
    func finalized(_ response: consuming Response) -> Response {
        // Taken out and put back: no copy is made of it.
        guard let request = request.take() else { return core.responder.finalize(response, to: head) }
        let response = core.responder.finalize(response, to: request)
        self.request = request
        return response
    }

    /// The request, for a refusal of the server's own, as far as it could be read.
    var head: Request {
        var head = Request(head: self)
        head.match = request?.match
        return head
    }

    func send(_ pending: PendingResponse) -> Bool {
        switch pending {
        case .response(let response):
            return reply(finalized(response))
        case .deferred(let response):
            guard case .headers = stage else {
                enter(.deferred(isSuspended: false), with: pending)
                // Not suspended before the library asks again, which it does at once. By then it has left off reading this connection, which
                // it would go on with when it is resumed: it takes the end of a client that has sent its last for that of the connection.
                start(response)
                return true
            }
            enter(.deferred(isSuspended: true), with: pending)
            guard core.suspended.suspend(self) else { return refuse(.shuttingDown) }
            start(response)
            return true
        case .receiving(let receiver):
            // The body has been taken: there is no more of it.
            return send(receiver.finish())
        }
    }

    private func start(_ response: any DeferredResponse) {
        core.responseIsDeferred()
        keepTarget()
        response.start { [self] in deferredIsReady() }
    }

    /// Answers with a deferred response that is ready, or waits for it.
    ///
    /// - Parameter isSuspended: Whether the connection was suspended: if the response is not ready then, the server stops.
    func goOn(waitingFor response: any DeferredResponse, isSuspended: Bool) -> Bool {
        if state.withLock({ $0.isReady }) { return reply(finalized(response.makeResponse())) }
        return isSuspended ? refuse(.shuttingDown) : suspend(response)
    }

    /// Suspends the connection until the deferred response is ready, which it may be by now.
    private func suspend(_ response: any DeferredResponse) -> Bool {
        enter(.deferred(isSuspended: true), with: .deferred(response))
        guard core.suspended.suspend(self) else { return refuse(.shuttingDown) }
        if state.withLock({ $0.isReady }) { core.suspended.resume(self) }
        return true
    }

    /// The deferred response can be made; from any thread. Only the first call counts.
    private func deferredIsReady() {
        let isFirst = state.withLock { state in
            defer { state.isReady = true }
            return !state.isReady
        }
        guard isFirst else { return }
        core.deferredIsReady()
        core.suspended.resume(self)
    }

    func refuse(_ refusal: ServerRefusal) -> Bool {
        reply(core.response(to: refusal, head), closes: true)
    }

    func reply(_ response: Response, closes: Bool = false) -> Bool {
        // Nothing of its body is sent with a 304.
        guard response.body.isCounted, response.status != .notModified else { return queue(response, nil, closes: closes) }
        // The answer to a write is sent in any case; most of it was counted before the write.
        let isDone = method != .get && method != .head && (200..<300).contains(response.status.code)
        let held = HeldBody(response.body, in: share, isForced: isDone)
        return held == nil ? queue(core.response(to: .outOfMemory, head), nil, closes: closes) : queue(response, held, closes: closes)
    }

    /// The memory share of the request's sender.
    var share: MemoryShare { client.share(of: (request ?? head).sender, in: core.memory) }

    /// Hands a response to the library.
    ///
    /// - Parameter held: The response's body where it is counted.
    private func queue(_ response: Response, _ held: HeldBody?, closes: Bool) -> Bool {
        enter(.answered)
        if held != nil { client.progress.beginAnswer() }
        let closes = closes || isLast || core.isStopping
        let status = UInt32(clamping: response.status.code)
        let isNotModified = status == MHD_HTTP_NOT_MODIFIED
        if !closes, response.headers.isEmpty, case .prepared(let prepared) = response.body,
            let reply = client.replies.reply(of: prepared, to: number, isNotModified: isNotModified)
        {
            guard !isNotModified else { return NotModified.queue(reply, on: connection) }
            sent = held ?? prepared
            return MHD_queue_response(connection, status, reply) == .YES
        }
        if isNotModified {
            guard let reply = Reply.makeNotModified(response, for: self, closes: closes) else { return false }
            defer { MHD_destroy_response(reply) }
            return NotModified.queue(reply, on: connection)
        }
        if case .stream = response.body {
            client.progress.beginAnswer()
            keepTarget()
        }
        guard let reply = Reply.make(response, held, for: self, closes: closes) else { return false }
        defer { MHD_destroy_response(reply) }
        return MHD_queue_response(connection, status, reply) == .YES
    }

    /// Has the target as a text, for who keeps the request beyond the exchange.
    private func keepTarget() { _ = target }
}
