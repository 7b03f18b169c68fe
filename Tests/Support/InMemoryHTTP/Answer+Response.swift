public import HTTPServing

extension Answer {
    /// The response, waited for where it is deferred, and made on the caller's thread. A receiver gets an empty body.
    public func response() async -> Response {
        switch self {
        case .response(let response):
            return response
        case .deferred(let start):
            let make = await withCheckedContinuation { continuation in
                start { continuation.resume(returning: $0) }
            }
            return make()
        case .receiving(let receiver):
            return await receiver.finish().response()
        }
    }
}
