import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// A write that its client wants done once: an idempotency key, and what tells the request from others.
///
/// Whoever runs it looks for a kept answer before anything else in the write's transaction, keeps the answer in the transaction that makes
/// the change, and ends the key when the answer is decided. ``WriteAnswer`` and ``WriteDeferral`` do so.
struct KeyedWrite: Sendable {
    let running: RunningKey
    /// What ``RequestFingerprint`` makes of the request.
    let fingerprint: [UInt8]
    /// What seals the answer's body where it is kept; `nil` where it may be read there.
    let seal: AnswerSeal?

    /// A request whose key was taken before its body came.
    init(_ running: RunningKey, fingerprint: [UInt8]) {
        self.running = running
        self.fingerprint = fingerprint
        seal = nil
    }

    /// Takes the key of a request whose body is there; `nil` where it has none.
    ///
    /// - Parameter seal: What seals the answer's body where it is kept; `nil` where it may be read there.
    /// - Throws: As ``key(of:)`` and ``RunningKeys/begin(_:)``.
    init?(_ request: Request, in keys: RunningKeys, sealedBy seal: AnswerSeal? = nil) throws(RequestProblem) {
        guard let key = try Self.key(of: request) else { return nil }
        let running = try keys.begin(key)
        var fingerprint = RequestFingerprint(headOf: request)
        request.body.withUnsafeBytes { fingerprint.add(body: $0) }
        self.running = running
        self.fingerprint = fingerprint.finish()
        self.seal = seal
    }

    /// The key of a request, in the space of its token; `nil` where it has none.
    ///
    /// A token's space has the digest of the token's name, so that a token that is replaced under its name finds its answers again.
    ///
    /// - Throws: `malformed-request` where the header is no possible key.
    static func key(of request: Request) throws(RequestProblem) -> IdempotencyKey? {
        guard let text = request.headers[.idempotencyKey] else { return nil }
        let space = request.grant.map { String(SHA256Digest(of: Array($0.name.utf8)).hex.prefix(32)) } ?? ""
        guard let key = IdempotencyKey(text, space: space) else {
            throw problem(.malformedRequest, "Idempotency-Key is 1 to 255 visible ASCII characters, without spaces.")
        }
        return key
    }

    /// The answer that the same request has had; `nil` where the key is free.
    ///
    /// - Throws: `idempotency-key-reused` where another request has had it.
    func replay(in transaction: any AnswerKeeping) throws -> Response? {
        guard let kept = try transaction.keptAnswer(for: running.key) else { return nil }
        guard kept.fingerprint == fingerprint else {
            throw Self.problem(
                .idempotencyKeyReused,
                "This Idempotency-Key was sent with another method, target, Content-Type, precondition or body before.")
        }
        return Response(replaying: try seal?.opened(kept) ?? kept)
    }

    /// Keeps the answer to this write with what the write changes; one that is no success is not kept.
    func keep(_ response: Response, in transaction: any AnswerKeeping) throws {
        guard let answer = KeptAnswer(response, to: self) else { return }
        try transaction.keep(try seal?.sealed(answer) ?? answer)
    }

    static func problem(_ slug: ProblemSlug, _ detail: String) -> RequestProblem {
        RequestProblem(slug, detail, at: .parameter(HTTPField.Name.idempotencyKey.rawName))
    }
}
