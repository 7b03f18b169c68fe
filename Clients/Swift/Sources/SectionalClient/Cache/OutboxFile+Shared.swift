import Foundation

extension OutboxFile {
    private struct Weak {
        weak var file: OutboxFile?
    }

    /// The files of this process that somebody uses, by their paths.
    private static let files = Locked<[String: Weak]>([:])

    /// The one file at a URL, as long as anybody uses it.
    static func shared(at url: URL) -> OutboxFile {
        files.withLock { files in
            let path = url.standardizedFileURL.path
            if let file = files[path]?.file { return file }
            let file = OutboxFile(url: url)
            files = files.filter { $0.value.file != nil }
            files[path] = Weak(file: file)
            return file
        }
    }
}
