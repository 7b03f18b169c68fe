import HTTPServing

/// The part of an exchange that threads share.
struct ExchangeState {
    /// The request's memory is gone: no header can be read any more.
    var isEnded = false
    /// A deferred answer was given; later ones do not count.
    var isCompleted = false
    /// What makes the response, from its completion until the connection's thread takes it.
    var makeResponse: (@Sendable () -> Response)?
}
