/// Why a sealed secret stays closed.
public enum SecretBoxError: Error, Equatable {
    /// The key or the context is another one than it was sealed with, or it has changed since.
    case notOpened
}
