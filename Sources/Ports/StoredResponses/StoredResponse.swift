/// The answer to a write that was sent with an ``IdempotencyKey``, kept to be given again.
public struct StoredResponse: Sendable, Equatable {
    /// A name and a value, neither with a control character in it.
    public struct Header: Sendable, Equatable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The most bytes of a body that is kept; of a longer one only status and headers are.
    public static let largestBody = 64 << 10

    public let key: IdempotencyKey
    /// Tells the request from any other that may come with the same key; compared byte by byte.
    public let fingerprint: [UInt8]
    public let status: Int
    /// In the order sent.
    public let headers: [Header]
    public let body: [UInt8]

    public init(key: IdempotencyKey, fingerprint: [UInt8], status: Int, headers: [Header], body: [UInt8]) {
        self.key = key
        self.fingerprint = fingerprint
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The bytes that the answer counts against ``StoredResponsePolicy/bytes``: its own, and something for the row around them.
    public var byteCount: Int {
        let lines = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        return Self.overhead + 2 * key.text.utf8.count + fingerprint.count + lines + body.count
    }

    /// Bytes of a row and of its entry in an index beside what it holds.
    private static let overhead = 64
}
