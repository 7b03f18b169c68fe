import Synchronization

/// A stream that shows observers its bytes and its end.
final class ObservedStream: BodyStream {
    private let stream: any BodyStream
    private let request: Request
    private let response: Response
    private let info: ResponseInfo
    private let observers: [any ResponseObserver]
    private let counts: [StreamByteCount]
    /// The observers that are notified of each piece.
    private let witnesses: [any ResponseObserver]
    private let bytes = Atomic<Int>(0)

    init(_ stream: any BodyStream, request: Request, response: Response, info: ResponseInfo, observers: [any ResponseObserver]) {
        self.stream = stream
        self.request = request
        self.response = response
        self.info = info
        self.observers = observers
        let pairs = observers.map { (observer: $0, count: $0.streamBytes(request, response, info)) }
        counts = pairs.compactMap(\.count)
        witnesses = pairs.filter { $0.count == nil }.map(\.observer)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead {
        let outcome = stream.read(into: buffer)
        if case .bytes(let count) = outcome {
            bytes.wrappingAdd(count, ordering: .relaxed)
            for sum in counts { sum.add(count) }
            for observer in witnesses { observer.streamed(count, request, response, info) }
        }
        return outcome
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) { stream.whenReady(wake) }

    func serverStops() { stream.serverStops() }

    func close() {
        stream.close()
        var info = info
        info.bytes = bytes.load(ordering: .relaxed)
        info.microseconds = request.arrival?.microsecondsUntilNow ?? 0
        for observer in observers { observer.ended(request, response, info) }
    }
}
