#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Tells one thread from another.
enum ThreadIdentity {
    /// A number that no other living thread has.
    static var current: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
