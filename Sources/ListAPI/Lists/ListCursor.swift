import Foundations
import Lists

/// The position behind a list that whoever asks may not know of: its id, encrypted.
///
/// The key is the process's own, so a position of an earlier run is none. The same id gives the same text, for the entity tag's sake.
enum ListCursor {
    private static let key = [UInt8].random(count: AESGCM.keyByteCount)
    /// No list's id begins with it.
    private static let mark: Character = "~"
    private static let context = Array("GET /lists".utf8)

    /// The text of a position; `nil` where libcrypto fails.
    static func text(behind id: String) -> String? {
        let bytes = Array(id.utf8)
        var mac = HMACSHA256(key: key)
        mac.update(bytes)
        let nonce = Array(mac.code().prefix(AESGCM.nonceByteCount))
        guard let sealed = try? AESGCM(key: key)?.seal(bytes, nonce: nonce, context: context) else { return nil }
        return String(mark) + Base64URL.text(nonce + sealed.tag + sealed.bytes)
    }

    /// The id of a position.
    ///
    /// - Parameter text: An id, which stands for itself, or what ``text(behind:)`` gave; `nil` comes back for one of another run.
    static func id(_ text: String) -> String? {
        guard text.first == mark else { return text }
        let nonceEnd = AESGCM.nonceByteCount
        guard text.utf8.count <= 512, let bytes = Base64URL.bytes(String(text.dropFirst())), bytes.count > nonceEnd + AESGCM.tagByteCount
        else { return nil }
        let (nonce, rest) = (Array(bytes.prefix(nonceEnd)), bytes.dropFirst(nonceEnd))
        let sealed = Array(rest.dropFirst(AESGCM.tagByteCount))
        let opened = try? AESGCM(key: key)?.open(sealed, tag: Array(rest.prefix(AESGCM.tagByteCount)), nonce: nonce, context: context)
        return opened.map { String(decoding: $0, as: UTF8.self) }
    }
}
