extension Answer {
    /// The same answer with its response changed, now or when it is there.
    ///
    /// `transform` runs once, on the thread that makes the response.
    public func map(_ transform: @escaping @Sendable (Response) -> Response) -> Answer {
        switch self {
        case .response(let response):
            return .response(transform(response))
        case .deferred(let start):
            return .deferred { complete in
                start { makeResponse in complete { transform(makeResponse()) } }
            }
        }
    }
}
