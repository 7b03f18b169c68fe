import Commands
import FoundationEssentials
import Settings
import Webhooks

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The key that seals the secrets of webhooks: from the settings, or from a file beside the database that only its owner reads.
///
/// The file is made when it is missing. Secrets sealed with another key cannot be opened; signing then fails with an error.
struct WebhookKeyFile {
    let path: String

    init(besides database: String) {
        path = database + ".key"
    }

    /// Reads the key, and makes it where there is none. No other process may do so meanwhile; the lock on the database sees to that.
    func box() throws(CommandFailure) -> SecretBox {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw failure(errno) }
            return try make()
        }
        defer { close(descriptor) }
        let (text, error) = Descriptor.read(from: descriptor, limit: 1_024)
        if let error { throw failure(error) }
        guard let box = SecretBox(base64: String(decoding: text, as: UTF8.self)) else {
            throw CommandFailure(message: "\(path) holds no key: it must be 32 bytes in base64")
        }
        return box
    }

    private func make() throws(CommandFailure) -> SecretBox {
        let file = try StagedFile(path: path, minding: false)
        let key = SecretBox.makeKey()
        let text = Array((Data(key).base64EncodedString() + "\n").utf8)
        if let error = text.withUnsafeBytes({ Descriptor.write($0, to: file.descriptor).error }) { throw failure(error) }
        try file.publish()
        guard let box = SecretBox(key: key) else { throw CommandFailure(message: "\(path): the key that was made is none") }
        return box
    }

    private func failure(_ code: Int32) -> CommandFailure {
        CommandFailure(message: "can't use the key of the webhooks, \(path): \(Descriptor.words(code))")
    }
}
