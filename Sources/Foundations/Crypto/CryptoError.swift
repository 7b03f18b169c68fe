/// Why a message was not encrypted or decrypted.
public enum CryptoError: Error, Equatable {
    /// The tag is not that of the message under this key, nonce and context.
    case notAuthentic
    /// libcrypto refused an operation, for want of memory or of the algorithm.
    case failed(_ operation: String)
}
