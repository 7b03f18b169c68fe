/// A transaction that keeps answers for idempotency keys.
public protocol ResponseStoring: AnyObject {
    /// Names the author of the write: kept with the version that it makes, and with the interaction that it records. Called before either;
    /// without it, or with `nil`, they have none.
    func attribute(to author: String?)

    /// The answer that is kept under a key; `nil` when the key is free, or its answer has expired.
    func storedResponse(for key: IdempotencyKey) throws -> StoredResponse?

    /// Keeps an answer under its key, which is free: with what the write changes, and also where it changes nothing. At most one a
    /// transaction. How long it stays is the store's ``StoredResponsePolicy``.
    func keep(_ answer: StoredResponse) throws
}
