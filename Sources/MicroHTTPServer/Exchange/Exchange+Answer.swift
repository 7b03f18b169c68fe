import CMicroHTTPD
import HTTPServing
import HTTPTypes
import Synchronization

/// How a request is answered: at once, or when another thread has the answer.
extension Exchange {
    func send(_ answer: Answer) -> Bool {
        switch answer {
        case .response(let response):
            return reply(response)
        case .deferred(let start):
            guard case .headers = stage else {
                stage = .deferred(isSuspended: false)
                // Not suspended before the library asks again, which it does at once. By then it has left off reading this connection, which
                // it would go on with when it is resumed: it takes the end of a client that has sent its last for that of the connection.
                start { makeResponse in self.complete(makeResponse) }
                return true
            }
            stage = .deferred(isSuspended: true)
            guard core.parking.park(self) else { return refuse(.shuttingDown) }
            start { makeResponse in self.complete(makeResponse) }
            return true
        case .receiving(let receiver):
            // The body has been taken: there is no more of it.
            return send(receiver.finish())
        }
    }

    /// Suspends the connection until the deferred answer is there, which it may be by now.
    func suspend() -> Bool {
        stage = .deferred(isSuspended: true)
        guard core.parking.park(self) else { return refuse(.shuttingDown) }
        if state.withLock({ $0.isCompleted }) { core.parking.wake(self) }
        return true
    }

    /// The deferred answer is there; from any thread. Only the first completion counts, and only while the exchange lives.
    func complete(_ makeResponse: @escaping @Sendable () -> Response) {
        let isFirst = state.withLock { state in
            guard !state.isEnded, !state.isCompleted else { return false }
            state.isCompleted = true
            state.makeResponse = makeResponse
            return true
        }
        if isFirst { core.parking.wake(self) }
    }

    func refuse(_ refusal: ServerRefusal) -> Bool {
        reply(core.response(to: refusal, head), closes: true)
    }

    func reply(_ response: Response, closes: Bool = false) -> Bool {
        guard response.body.isCounted else { return queue(response, nil, closes: closes) }
        // What a write has done is told in any case.
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
