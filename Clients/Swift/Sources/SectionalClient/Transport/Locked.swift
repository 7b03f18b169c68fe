import Foundation

/// A value that threads share: one at a time reads or changes it.
///
/// `@unchecked`: the lock guards the value. The standard library's own lock is there from iOS 18 on alone. Nothing may be awaited inside
/// ``withLock(_:)``, and it does not nest.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
