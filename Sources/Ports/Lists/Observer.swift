import Synchronization

/// Holds one observer; setting it replaces the previous one. Any thread may use it.
///
/// The closure stands within a struct, since a bare one in a mutex is wrapped once more, for its own generic parameter, each time that it is
/// read: a chain that grows with every call.
public final class Observer<Value>: Sendable {
    private struct Call {
        let notify: @Sendable (Value) -> Void
    }

    private let call = Mutex(Call { _ in })

    public init() {}

    public func set(_ notify: @escaping @Sendable (Value) -> Void) {
        let new = Call(notify: notify)
        call.withLock { $0 = new }
    }

    /// Calls the observer, outside any lock.
    public func notify(_ value: Value) {
        let current = call.withLock { $0 }
        current.notify(value)
    }
}
