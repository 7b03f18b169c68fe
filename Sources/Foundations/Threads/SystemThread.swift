#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A thread of the operating system that runs one function and ends with it.
public enum SystemThread {
    /// Bytes of stack of each thread, whatever the process's limit on stacks is.
    static let stackSize = 8 << 20

    /// Starts a thread.
    ///
    /// If the system has no thread to give, it is asked again every 10 ms; the caller waits meanwhile.
    ///
    /// - Parameters:
    ///   - name: What tools such as `top -H` show; the first 15 bytes of it.
    ///   - body: What the thread runs, once.
    public static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // The thread releases it.
        let start = Unmanaged.passRetained(ThreadStart(name, body)).toOpaque()
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        while pthread_create(&thread, &attributes, runThread, start) != 0 { pause(seconds: 0.01) }
    }

    /// Blocks the calling thread for some seconds, an hour at most.
    public static func pause(seconds: Double) {
        let nanoseconds = Int(max(0, min(seconds, 3_600)) * 1e9)
        var wanted = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
        var rest = timespec()
        while nanosleep(&wanted, &rest) != 0, errno == EINTR { wanted = rest }
    }
}

/// The body that a new thread takes over.
private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
        self.name = String(decoding: name.utf8.prefix(15), as: UTF8.self)
        self.body = body
    }
}

#if canImport(Glibc)
    private nonisolated func runThread(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let start { run(start) }
        return nil
    }

    /// `pthread_setname_np` is not in Swift's Glibc; this does the same. Where there is no `/proc` the thread keeps the process's name.
    private nonisolated func setName(_ name: String) {
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, name, name.utf8.count)
        close(file)
    }
#else
    private nonisolated func runThread(_ start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        run(start)
        return nil
    }

    private nonisolated func setName(_ name: String) {
        pthread_setname_np(name)
    }
#endif

private nonisolated func run(_ start: UnsafeMutableRawPointer) {
    let start = Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue()
    setName(start.name)
    start.body()
}
