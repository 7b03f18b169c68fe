public import HTTPServing

extension PendingResponse {
    /// The response, waited for where it is deferred, and made on the caller's thread. A receiver gets an empty body.
    public func response() async -> Response {
        switch self {
        case .response(let response):
            return response
        case .deferred(let response):
            await withCheckedContinuation { continuation in response.start { continuation.resume() } }
            return response.makeResponse()
        case .receiving(let receiver):
            return await receiver.finish().response()
        }
    }
}
