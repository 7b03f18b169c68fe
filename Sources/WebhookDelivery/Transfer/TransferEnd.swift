/// How a transfer has ended.
struct TransferEnd: Sendable, Equatable {
    /// What a receiver has answered.
    struct Answer: Sendable, Equatable {
        var status: Int
        /// The value of `Retry-After`.
        var retryAfter: String?
        /// The beginning of the body, at most ``AnswerCollector/bodyLimit`` bytes.
        var body: [UInt8]
    }

    var ticket: Int64
    var durationMilliseconds: Int64
    /// The answer as soon as its headers were whole, whatever became of its body; else, in words, why there is none.
    var result: Result<Answer, TransferFailure>
}

/// Why a transfer got no answer, in words.
struct TransferFailure: Error, Sendable, Equatable {
    var message: String
}
