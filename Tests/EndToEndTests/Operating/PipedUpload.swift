import Foundation
import Glibc

/// A named pipe through which a test gives a program its input bit by bit.
final class PipedUpload {
    let path: String
    private let folder: TestFolder
    private var descriptor: Int32

    init() throws {
        folder = try TestFolder()
        path = folder.path("pipe")
        guard mkfifo(path, 0o600) == 0 else { throw TestFailure("no pipe: \(errno)") }
        // Open at both ends, so that opening it here waits for nobody.
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestFailure("no pipe: \(errno)") }
    }

    deinit {
        end()
    }

    /// Writes as fast as the program reads.
    func write(_ text: String) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                guard errno == EAGAIN, ContinuousClock.now < deadline else { throw TestFailure("nobody reads the pipe") }
                usleep(1_000)
            }
        }
    }

    /// Tells the program that this was all.
    func end() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
    }
}
