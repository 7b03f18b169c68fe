import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// A write that its client wants done once: an idempotency key, and what tells the request from others.
///
/// ``DeferredWrite`` runs it: it looks for a stored response before anything else in the write's transaction, stores the response in the
/// transaction that makes the change, and ends the key when the response is decided.
struct KeyedWrite: Sendable {
    let key: InFlightKey
    /// The request's ``RequestFingerprint``.
    let fingerprint: [UInt8]
    /// Encrypts the response's body where it is stored; `nil` where it may be read there.
    let encryption: ResponseEncryption?

    /// A request whose key was taken before its body came.
    init(_ key: InFlightKey, fingerprint: [UInt8]) {
        self.key = key
        self.fingerprint = fingerprint
        encryption = nil
    }

    /// Takes the key of a request whose body is there; `nil` where it has none.
    ///
    /// - Parameter encryption: Encrypts the response's body where it is stored; `nil` where it may be read there.
    /// - Throws: As ``key(of:)`` and ``InFlightKeys/begin(_:)``.
    init?(_ request: borrowing Request, in keys: InFlightKeys, encryption: ResponseEncryption? = nil) throws(RequestProblem) {
        guard let key = try Self.key(of: request) else { return nil }
        self.key = try keys.begin(key)
        var fingerprint = RequestFingerprint(headOf: request)
        request.body.withUnsafeBytes { fingerprint.add(body: $0) }
        self.fingerprint = fingerprint.finish()
        self.encryption = encryption
    }

    /// The key of a request, in the space of its token; `nil` where it has none.
    ///
    /// A token's space has the digest of the token's name, so that a token that is replaced under its name finds its responses again.
    ///
    /// - Throws: `malformed-request` where the header is no possible key.
    static func key(of request: borrowing Request) throws(RequestProblem) -> IdempotencyKey? {
        guard let text = request.headers[.idempotencyKey] else { return nil }
        let space = request.grant.map { String(SHA256Digest(of: Array($0.name.utf8)).hex.prefix(32)) } ?? ""
        guard let key = IdempotencyKey(text, space: space) else {
            throw problem(.malformedRequest, "Idempotency-Key is 1 to 255 visible ASCII characters, without spaces.")
        }
        return key
    }

    /// The response that the same request has had; `nil` where the key is free.
    ///
    /// - Throws: `idempotency-key-reused` where another request has had it.
    func storedResponse(in transaction: any ResponseStoring) throws -> Response? {
        guard let stored = try transaction.storedResponse(for: key.key) else { return nil }
        guard stored.fingerprint == fingerprint else {
            throw Self.problem(
                .idempotencyKeyReused,
                "This Idempotency-Key was sent with another method, target, Content-Type, precondition or body before.")
        }
        return Response(replaying: try encryption?.decrypted(stored) ?? stored)
    }

    /// Stores the response to this write with what the write changes; one that is no success is not stored, nor is a long body.
    func store(_ response: Response, in transaction: any ResponseStoring) throws {
        guard response.body.byteCount ?? 0 <= StoredResponse.largestBody else { return try storeHead(of: response, in: transaction) }
        guard let stored = StoredResponse(response, to: self) else { return }
        try transaction.keep(try encryption?.encrypted(stored) ?? stored)
    }

    /// Stores a response without its body, which is given again as one to a request that wanted none.
    func storeHead(of response: Response, in transaction: any ResponseStoring) throws {
        var head = response
        head.body = .empty
        head.headers.removeAll { $0.name == .preferenceApplied }
        head.headers.append(Response.Header(.preferenceApplied, "return=\(ReturnPreference.minimal.rawValue)"))
        guard let stored = StoredResponse(head, to: self) else { return }
        try transaction.keep(try encryption?.encrypted(stored) ?? stored)
    }

    static func problem(_ slug: ProblemType, _ detail: String) -> RequestProblem {
        RequestProblem(slug, detail, at: .parameter(HTTPField.Name.idempotencyKey.rawName))
    }
}

/// A write with an idempotency key whose body is still on its way: other requests with the key are refused meanwhile.
struct ArrivingWrite: Sendable {
    private let key: InFlightKey
    private var fingerprint: RequestFingerprint

    /// Takes the key of a request before its body; `nil` where it has none.
    ///
    /// - Throws: As ``KeyedWrite/key(of:)`` and ``InFlightKeys/begin(_:)``.
    init?(_ request: Request, in keys: InFlightKeys) throws(RequestProblem) {
        guard let key = try KeyedWrite.key(of: request) else { return nil }
        self.key = try keys.begin(key)
        fingerprint = RequestFingerprint(headOf: request)
    }

    mutating func add(body piece: UnsafeRawBufferPointer) {
        fingerprint.add(body: piece)
    }

    /// The write, now that its body is there.
    func finish() -> KeyedWrite {
        KeyedWrite(key, fingerprint: fingerprint.finish())
    }
}
