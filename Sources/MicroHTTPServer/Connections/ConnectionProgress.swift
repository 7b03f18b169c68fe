import Synchronization

/// How far the requests of one connection have come: written by the connection's own thread, read by any.
struct ConnectionProgress: ~Copyable, Sendable {
    /// Twice the requests whose headers were read, less one while such a request has not ended.
    private let steps = Atomic<Int>(0)
    /// Bytes of the body that is arriving; below zero while none is, -2 while a long answer or a stream is sent.
    private let body = Atomic<Int>(-1)

    /// How many changes there were; even while no request has its headers.
    var stepCount: Int { steps.load(ordering: .relaxed) }

    var bodyCount: Int? {
        let count = body.load(ordering: .relaxed)
        return count < 0 ? nil : count
    }

    /// Whether an answer is being sent that memory is held for.
    var isAnswering: Bool { body.load(ordering: .relaxed) == -2 }

    func beginExchange() { steps.store(stepCount | 1, ordering: .relaxed) }

    /// May be called for a request whose headers never came.
    func endExchange() {
        steps.store((stepCount &+ 1) & ~1, ordering: .relaxed)
        endBody()
    }

    func beginBody() { body.store(0, ordering: .relaxed) }

    func add(_ count: Int) { body.store(body.load(ordering: .relaxed) &+ count, ordering: .relaxed) }

    /// Until the exchange ends.
    func beginAnswer() { body.store(-2, ordering: .relaxed) }

    func endBody() { body.store(-1, ordering: .relaxed) }
}
