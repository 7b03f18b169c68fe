import Synchronization
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A value that one thread alone can reach, though any thread may hold the box: elsewhere it is `nil`.
final class ThreadConfined<Value>: @unchecked Sendable {  // `current` checks the thread before it gives the value out.
    private let value: Value
    /// 0 until a thread is bound.
    private let thread = Atomic<UInt>(0)

    init(_ value: sending Value) {
        self.value = value
    }

    /// Gives the value to the calling thread, once and for all.
    func bindToThread() {
        thread.store(Self.currentThread, ordering: .releasing)
    }

    /// The value, on the thread that it is bound to.
    var current: Value? { isCurrentThread ? value : nil }

    /// Whether the calling thread is the one that the value is bound to.
    var isCurrentThread: Bool { thread.load(ordering: .acquiring) == Self.currentThread }

    /// A number that no other living thread has.
    private static var currentThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
