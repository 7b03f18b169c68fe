import Synchronization

/// A stream whose bytes and end observers are told of.
final class ObservedStream: BodyStream {
    private let stream: any BodyStream
    private let request: Request
    private let response: Response
    private let facts: AnswerFacts
    private let start: ContinuousClock.Instant
    private let observers: [any AnswerObserver]
    private let bytes = Atomic<Int>(0)

    init(
        _ stream: any BodyStream, request: Request, response: Response, facts: AnswerFacts, start: ContinuousClock.Instant,
        observers: [any AnswerObserver]
    ) {
        self.stream = stream
        self.request = request
        self.response = response
        self.facts = facts
        self.start = start
        self.observers = observers
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead {
        let outcome = stream.read(into: buffer)
        if case .bytes(let count) = outcome {
            bytes.wrappingAdd(count, ordering: .relaxed)
            for observer in observers { observer.streamed(count, request, response, facts) }
        }
        return outcome
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) { stream.whenReady(wake) }

    func serverStops() { stream.serverStops() }

    func close() {
        stream.close()
        var facts = facts
        facts.bytes = bytes.load(ordering: .relaxed)
        facts.microseconds = start.microsecondsUntilNow
        for observer in observers { observer.ended(request, response, facts) }
    }
}
