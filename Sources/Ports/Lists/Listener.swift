import Synchronization

/// Whom a store tells of something: nobody at first, then the last that was set. Any thread may use it.
///
/// The closure stands within a struct, since a bare one in a mutex is wrapped once more, for its own generic parameter, each time that it is
/// read: a chain that grows with every call.
public final class Listener<Value>: Sendable {
    private struct Call {
        let tell: @Sendable (Value) -> Void
    }

    private let call = Mutex(Call { _ in })

    public init() {}

    public func set(_ tell: @escaping @Sendable (Value) -> Void) {
        let new = Call(tell: tell)
        call.withLock { $0 = new }
    }

    /// Calls whom was set, outside any lock.
    public func tell(_ value: Value) {
        let current = call.withLock { $0 }
        current.tell(value)
    }
}
