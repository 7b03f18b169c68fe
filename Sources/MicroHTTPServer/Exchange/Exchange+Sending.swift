import CMicroHTTPD
import HTTPServing
import HTTPTypes
import Synchronization

/// How a response is sent: at once, or when a deferred one is ready.
extension Exchange {
    func send(_ pending: PendingResponse) -> Bool {
        switch pending {
        case .response(let response):
            return reply(finalized(response))
        case .deferred(let response):
            guard case .headers = stage else {
                stage = .deferred(response, isSuspended: false)
                // Not suspended before the library asks again, which it does at once. By then it has left off reading this connection, which
                // it would go on with when it is resumed: it takes the end of a client that has sent its last for that of the connection.
                start(response)
                return true
            }
            stage = .deferred(response, isSuspended: true)
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
        response.start { [self] in deferredIsReady() }
    }

    /// Suspends the connection until the deferred response is ready, which it may be by now.
    func suspend(_ response: any DeferredResponse) -> Bool {
        stage = .deferred(response, isSuspended: true)
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
        guard response.body.isCounted else { return queue(response, nil, closes: closes) }
        // The response to a write is sent in any case.
        let held = HeldBody(response.body, in: core.memory, isForced: method != .get && method != .head)
        return held == nil ? queue(core.response(to: .outOfMemory, head), nil, closes: closes) : queue(response, held, closes: closes)
    }

    /// Hands a response to the library.
    ///
    /// - Parameter held: The response's body where it is counted.
    private func queue(_ response: Response, _ held: HeldBody?, closes: Bool) -> Bool {
        stage = .answered
        guard let reply = Reply.make(response, held, for: self, closes: closes || isLast || core.isStopping) else { return false }
        defer { MHD_destroy_response(reply) }
        return MHD_queue_response(connection, UInt32(clamping: response.status.code), reply) == .YES
    }
}
