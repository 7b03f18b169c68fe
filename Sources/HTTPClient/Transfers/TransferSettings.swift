/// How the sender treats receivers.
public struct TransferSettings: Sendable, Equatable {
    /// Milliseconds that an attempt may take, from looking the name up to the end of the answer.
    public var timeout: Int
    /// Milliseconds of these that may pass until the connection stands, TLS too.
    var connectTimeout: Int
    /// Connections that are kept open for the next delivery.
    public var idleConnections: Int
    /// The value of `User-Agent`.
    public var userAgent: String
    /// A file of the certificates that are trusted, in PEM; `nil` for the system's.
    public var certificates: String?

    public init(
        timeout: Int = 15_000, connectTimeout: Int = 10_000, idleConnections: Int = 128, userAgent: String = "Sectional",
        certificates: String? = nil
    ) {
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.idleConnections = idleConnections
        self.userAgent = userAgent
        self.certificates = certificates
    }
}
