import Foundation

extension OutboxFile {
    /// The files of this process that somebody uses, by their paths. `@unchecked`: the lock guards them.
    private final class Registry: @unchecked Sendable {
        private let lock = NSLock()
        private var files: [String: Weak] = [:]

        private struct Weak {
            weak var file: OutboxFile?
        }

        func file(at url: URL) -> OutboxFile {
            lock.withLock {
                let path = url.standardizedFileURL.path
                if let file = files[path]?.file { return file }
                let file = OutboxFile(url: url)
                files = files.filter { $0.value.file != nil }
                files[path] = Weak(file: file)
                return file
            }
        }
    }

    private static let registry = Registry()

    /// The one file at a URL, as long as anybody uses it.
    static func shared(at url: URL) -> OutboxFile { registry.file(at: url) }
}
