extension Answer {
    /// The same answer with its response changed, now or when it is there.
    ///
    /// `transform` runs at most once, on the thread that makes the response; not at all where a body never gets complete.
    public func map(_ transform: @escaping @Sendable (Response) -> Response) -> Answer {
        switch self {
        case .response(let response):
            return .response(transform(response))
        case .deferred(let start):
            return .deferred { complete in
                start { makeResponse in complete { transform(makeResponse()) } }
            }
        case .receiving(let receiver):
            return .receiving(MappedReceiver(receiver, refusal: transform) { $0.map(transform) })
        }
    }

    /// The answer to a body that is in memory as a whole, where the answer depends on it.
    ///
    /// - Parameter count: The most bytes that a receiver gets at once, at least one.
    public func receiving(_ body: [UInt8], inPiecesOf count: Int = .max) -> Answer {
        guard case .receiving(let receiver) = self else { return self }
        return receiver.take(body, inPiecesOf: count)
    }
}
