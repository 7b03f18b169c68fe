import Wire

/// The entity tag of an answer that no version stands for, made of its bytes: a letter and half of their SHA-256.
struct ContentTag {
    /// The tag without an encoding, with its quotes.
    let plain: String
    private let encoded: String

    init(_ kind: String, of body: [UInt8]) {
        let text = kind + SHA256Digest(of: body).hex.prefix(32)
        (plain, encoded) = ("\"\(text)\"", "\"\(text)-gz\"")
    }

    /// The value of `ETag`.
    func header(isGzip: Bool) -> String { isGzip ? encoded : plain }
}
