import Foundations
import HTTPServing
import HTTPTypes

/// The digest that tells a request from any other that may come with the same idempotency key: SHA-256 over method, target, content
/// type, preconditions and body.
///
/// The body is added in pieces, however it is cut. Other headers do not count: `Prefer` and the like only say how an answer is to look.
struct RequestFingerprint {
    private var digest = SHA256()

    /// Digests all of a request but its body.
    init(headOf request: borrowing Request) {
        add(request.method.rawValue)
        // The same for a target in absolute form, which a proxy may make of the other.
        add(String(Substring(request.target.rawPath)))
        add(request.target.rawQuery.map { String(Substring($0)) })
        for name in [HTTPField.Name.contentType, .ifMatch, .ifNoneMatch] { add(request.headers[name]) }
    }

    /// Adds the next piece of the body.
    mutating func add(body piece: UnsafeRawBufferPointer) {
        digest.update(piece)
    }

    /// 32 bytes.
    func finish() -> [UInt8] {
        digest.digest()
    }

    /// Adds a part with its length before it, so that no two requests run into the same bytes; what is absent has a length of its own.
    private mutating func add(_ part: String?) {
        let length = part.map { UInt64($0.utf8.count) } ?? .max
        withUnsafeBytes(of: length.littleEndian) { digest.update($0) }
        guard var part else { return }
        part.withUTF8 { digest.update(UnsafeRawBufferPointer($0)) }
    }
}
