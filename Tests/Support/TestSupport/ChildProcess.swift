import Dispatch
public import Foundation
import Glibc
import Synchronization

/// A child process of the tests. It leads a process group of its own, and has no file of its parent's but its three streams.
///
/// It stands in for Foundation's `Process`, which in Swift 6.3.1 reads past the end of a directory entry as it starts a child. That ends the
/// parent now and then (swiftlang/swift-corelibs-foundation#5472).
public final class ChildProcess: Sendable {
    /// A standard stream of the child.
    public enum Stream {
        case inherited
        /// Nothing to read; all that is written is lost.
        case null
        case file(FileHandle)
        /// The parent's copy of the child's end is closed once the child has begun.
        case pipe(Pipe)
    }

    public let identifier: pid_t
    /// The exit status, or below zero the number of the signal that ended it; `nil` while it runs.
    private let ending = Mutex<Int32?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts a program. No signal is blocked or ignored in it.
    ///
    /// - Parameters:
    ///   - environment: The whole environment; `nil` for the parent's.
    ///   - directory: Its working directory; `nil` for the parent's.
    public init(
        _ executable: String, _ arguments: [String], environment: [String: String]? = nil, in directory: String? = nil,
        input: Stream = .inherited, output: Stream = .inherited, errors: Stream = .inherited
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            switch stream {
            case .inherited: break
            case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            case .file(let file): posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, number)
            case .pipe(let pipe): posix_spawn_file_actions_adddup2(&actions, Self.end(pipe, number).fileDescriptor, number)
            }
        }
        _ = try Self.closeFrom(&actions, 3)
        if let directory { _ = try Self.changeDirectory(&actions, directory) }
        var attributes = Self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        let pairs = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
        var identifier: pid_t = 0
        let code = Self.withPointers([executable] + arguments) { arguments in
            Self.withPointers(pairs) { posix_spawn(&identifier, executable, &actions, &attributes, arguments, $0) }
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        self.identifier = identifier
        for (number, stream) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            if case .pipe(let pipe) = stream { try Self.end(pipe, number).close() }
        }
        Thread.detachNewThread { [self] in awaitEnd() }
    }

    public var isRunning: Bool { ending.withLock { $0 == nil } }

    /// Sends a signal, unless it has ended.
    public func send(signal: Int32) {
        // Under the lock, for the number of a process that has ended may be another's.
        ending.withLock { if $0 == nil { kill(identifier, signal) } }
    }

    /// Waits until it has ended.
    ///
    /// - Returns: Its exit status, or below zero the number of the signal that ended it; `nil` where the time was up first.
    public func status(within seconds: Double) -> Int32? {
        guard ended.wait(timeout: .now() + seconds) == .success else { return nil }
        ended.signal()
        return ending.withLock { $0 }
    }

    /// Waits until it has ended, for as long as that takes.
    @discardableResult
    public func wait() -> Int32 {
        ended.wait()
        ended.signal()
        return ending.withLock { $0 ?? 0 }
    }

    private func awaitEnd() {
        // Not reaped yet, so that its number is its own until `ending` says that it has ended.
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        ending.withLock { ending in
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7f
            ending = signal == 0 ? (status >> 8) & 0xff : -signal
        }
        ended.signal()
    }

    private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    // The C library has these two, its module for Swift has not.
    private static func closeFrom(_ actions: Actions, _ descriptor: Int32) throws -> Int32 {
        let add = try function(
            "posix_spawn_file_actions_addclosefrom_np", as: (@convention(c) (Actions, Int32) -> Int32).self)
        return add(actions, descriptor)
    }

    private static func changeDirectory(_ actions: Actions, _ path: String) throws -> Int32 {
        let add = try function(
            "posix_spawn_file_actions_addchdir_np", as: (@convention(c) (Actions, UnsafePointer<CChar>) -> Int32).self)
        return add(actions, path)
    }

    private static func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
        guard let address = dlsym(nil, name) else { throw POSIXError(.ENOSYS) }
        return unsafeBitCast(address, to: type)
    }

    private static func end(_ pipe: Pipe, _ number: Int32) -> FileHandle {
        number == STDIN_FILENO ? pipe.fileHandleForReading : pipe.fileHandleForWriting
    }

    /// A child inherits what its parent blocks and ignores, as under nohup or behind a shell's `&`.
    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    /// Calls a closure with C strings behind each other, and a null pointer behind the last.
    private static func withPointers<Result>(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = texts.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        return body(&pointers)
    }
}
