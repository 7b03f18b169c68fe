import Lists
import Ports
import Webhooks

/// Encrypts the body of a stored response that shows a secret, so that a reader of the database learns nothing of it.
struct ResponseEncryption: Sendable {
    let box: SecretBox

    func encrypted(_ response: StoredResponse) throws -> StoredResponse {
        response.with(body: try box.seal(response.body, for: Self.context(of: response)))
    }

    func decrypted(_ response: StoredResponse) throws -> StoredResponse {
        response.with(body: try box.open(response.body, for: Self.context(of: response)))
    }

    /// No webhook's id looks like it, so that no secret is taken for a response.
    private static func context(of response: StoredResponse) -> String { "Idempotency-Key: \(response.key.text)" }
}

extension StoredResponse {
    fileprivate func with(body: [UInt8]) -> StoredResponse {
        StoredResponse(key: key, fingerprint: fingerprint, status: status, headers: headers, body: body)
    }
}
