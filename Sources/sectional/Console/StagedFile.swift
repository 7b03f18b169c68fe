import Foundation

/// A file that appears under its name when it is whole, and not before: until then it has another name, in the same folder.
final class StagedFile {
    let path: String
    /// Where it is until it is whole; an empty file at first.
    let stagingPath: String
    let descriptor: Int32
    private let mindsSignals: Bool
    private var isPublished = false

    /// Makes the empty file.
    ///
    /// - Parameters:
    ///   - mode: Who may do what with it, less what the process's mask takes away.
    ///   - minding: Whether a signal that ends the process removes the file; a process that waits for its signals itself says no.
    init(path: String, mode: mode_t = 0o666, minding signals: Bool = true) throws(CommandFailure) {
        // A link to a file stays one: what it points to is replaced.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        self.path = file
        stagingPath = "\(file).\(getpid()).part"
        mindsSignals = signals
        descriptor = open(stagingPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw CommandFailure(message: "can't write \(path): \(Descriptor.words(errno))") }
        if signals { removeOnSignals() }
    }

    deinit {
        if mindsSignals { keepOnSignals() }
        close(descriptor)
        if !isPublished { unlink(stagingPath) }
    }

    /// Gives the file its name, once it is on the disk, in the place of one that has it.
    func replace() throws(CommandFailure) {
        try sync()
        var old = stat()
        // What took care of who may read the old file takes care of the new one.
        if stat(path, &old) == 0 { fchmod(descriptor, old.st_mode & 0o7777) }
        try check(rename(stagingPath, path))
        syncFolder()
    }

    /// Gives the file its name, once it is on the disk, where no file has it.
    func publish() throws(CommandFailure) {
        try sync()
        // A second name, for unlike a new one it is refused where the name is taken.
        if link(stagingPath, path) == 0 {
            isPublished = true
            unlink(stagingPath)
        } else if errno == EPERM || errno == EOPNOTSUPP {
            // A file system whose files have one name each: whoever takes the name just now loses it.
            try check(rename(stagingPath, path))
        } else {
            try check(-1)
        }
        syncFolder()
    }

    private func sync() throws(CommandFailure) {
        guard fsync(descriptor) == 0 else { throw CommandFailure(message: "can't write \(path): \(Descriptor.words(errno))") }
    }

    private func check(_ result: Int32) throws(CommandFailure) {
        guard result == 0 else { throw CommandFailure(message: "can't write \(path): \(Descriptor.words(errno))") }
        isPublished = true
    }

    private func syncFolder() {
        let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
