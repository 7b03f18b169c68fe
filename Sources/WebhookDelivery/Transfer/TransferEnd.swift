/// How a transfer has ended.
struct TransferEnd: Sendable, Equatable {
    /// A receiver's response.
    struct Response: Sendable, Equatable {
        var status: Int
        /// The value of `Retry-After`.
        var retryAfter: String?
        /// The beginning of the body, at most ``ResponseCollector/bodyLimit`` bytes.
        var body: [UInt8]
    }

    var id: Int64
    var durationMilliseconds: Int64
    /// The response as soon as its headers were whole, whatever became of its body; else, in words, why there is none.
    var result: Result<Response, TransferFailure>
}

/// Why a transfer got no response, in words.
struct TransferFailure: Error, Sendable, Equatable {
    var message: String
}
