import HTTPServing
import HTTPTypes
import Lists
import Wire

/// A write that its client wants done once: an idempotency key, and what tells the request from others.
///
/// Whoever runs it does so between ``RunningKeys/begin(_:)`` and ``RunningKeys/end(_:)``, looks for a kept answer before anything else
/// in the write's transaction, and keeps the answer in the transaction that makes the change.
struct KeyedWrite: Sendable {
    let key: IdempotencyKey
    /// What ``RequestFingerprint`` makes of the request.
    let fingerprint: [UInt8]

    init(key: IdempotencyKey, fingerprint: [UInt8]) {
        self.key = key
        self.fingerprint = fingerprint
    }

    /// Reads a request whose body is there; `nil` where it has no key.
    ///
    /// - Throws: As ``key(of:)``.
    init?(_ request: Request) throws(RequestProblem) {
        guard let key = try Self.key(of: request) else { return nil }
        var fingerprint = RequestFingerprint(headOf: request)
        request.body.withUnsafeBytes { fingerprint.add(body: $0) }
        self.init(key: key, fingerprint: fingerprint.finish())
    }

    /// The key of a request; `nil` where it has none.
    ///
    /// - Throws: `malformed-request` where the header is no possible key.
    static func key(of request: Request) throws(RequestProblem) -> IdempotencyKey? {
        guard let text = request.headers[.idempotencyKey] else { return nil }
        guard let key = IdempotencyKey(text) else {
            throw problem(.malformedRequest, "Idempotency-Key is 1 to 255 visible ASCII characters, without spaces.")
        }
        return key
    }

    /// The answer that the same request has had; `nil` where the key is free.
    ///
    /// - Throws: `idempotency-key-reused` where another request has had it.
    func replay(in transaction: any ListTransaction) throws -> Response? {
        guard let kept = try transaction.keptAnswer(for: key) else { return nil }
        guard kept.fingerprint == fingerprint else {
            throw Self.problem(
                .idempotencyKeyReused,
                "This Idempotency-Key was sent with another method, target, Content-Type, precondition or body before.")
        }
        return Response(replaying: kept)
    }

    /// Keeps the answer to this write with what the write changes; one that is no success is not kept.
    func keep(_ response: Response, in transaction: any ListTransaction) throws {
        guard let answer = KeptAnswer(response, to: self) else { return }
        try transaction.keep(answer)
    }

    static func problem(_ slug: ProblemSlug, _ detail: String) -> RequestProblem {
        RequestProblem(slug, detail, at: .parameter(HTTPField.Name.idempotencyKey.rawName))
    }
}
