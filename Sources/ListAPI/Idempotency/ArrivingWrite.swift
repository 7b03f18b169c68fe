import HTTPServing
import Wire

/// A write with an idempotency key whose body is still on its way: other requests with the key are refused meanwhile.
struct ArrivingWrite: Sendable {
    private let running: RunningKey
    private var fingerprint: RequestFingerprint

    /// Takes the key of a request before its body; `nil` where it has none.
    ///
    /// - Throws: As ``KeyedWrite/key(of:)`` and ``RunningKeys/begin(_:)``.
    init?(_ request: Request, in keys: RunningKeys) throws(RequestProblem) {
        guard let key = try KeyedWrite.key(of: request) else { return nil }
        running = try keys.begin(key)
        fingerprint = RequestFingerprint(headOf: request)
    }

    mutating func add(body piece: UnsafeRawBufferPointer) {
        fingerprint.add(body: piece)
    }

    /// The write, now that its body is there.
    func finish() -> KeyedWrite {
        KeyedWrite(running, fingerprint: fingerprint.finish())
    }
}
