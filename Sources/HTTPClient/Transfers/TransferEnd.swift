/// How a transfer has ended.
public struct TransferEnd: Sendable, Equatable {
    /// A receiver's response.
    public struct Response: Sendable, Equatable {
        public var status: Int
        /// The value of `Retry-After`.
        public var retryAfter: String?
        /// The beginning of the body, at most ``ResponseCollector/bodyLimit`` bytes.
        public var body: [UInt8]
    }

    public var id: Int64
    public var durationMilliseconds: Int64
    /// The response as soon as its headers were whole, whatever became of its body; else, in words, why there is none.
    public var result: Result<Response, TransferFailure>

    public init(id: Int64, durationMilliseconds: Int64, result: Result<Response, TransferFailure>) {
        self.id = id
        self.durationMilliseconds = durationMilliseconds
        self.result = result
    }
}

/// Why a transfer got no response, in words.
public struct TransferFailure: Error, Sendable, Equatable {
    public var message: String

    public init(message: String) {
        self.message = message
    }
}
