import HTTPServing

/// What decides which response a GET gets, beside the list's version.
struct ResponseKey: Hashable, Sendable {
    let target: RequestTarget
    let acceptsGzip: Bool
}
