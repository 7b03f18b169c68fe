import HTTPServing

/// The part of an exchange that threads share.
struct ExchangeState {
    /// The request's memory is gone: no header can be read any more.
    var isEnded = false
    /// A deferred response can be made.
    var isReady = false
    /// The target, once somebody has asked for it.
    var target: RequestTarget?
}
