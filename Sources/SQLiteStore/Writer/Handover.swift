import Synchronization

/// A value on its way from one thread to another, taken once.
final class Handover<Value>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: sending Value) {
        self.value = Mutex(value)
    }

    /// The value; `nil` where it was taken before.
    func take() -> sending Value? { value.withLock { $0.take() } }
}
