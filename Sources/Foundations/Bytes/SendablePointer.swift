/// A pointer that its holder may share with other threads.
///
/// The holder says beside it why that is safe: nobody writes to the memory any more, a C library's functions take the pointer from any thread,
/// or the threads take turns. It owns nothing.
@frozen
public struct SendablePointer<Pointer>: @unchecked Sendable {
    // Unchecked because of the pointer, of which the compiler knows no owner.
    @usableFromInline let pointer: Pointer

    @inlinable
    public init(_ pointer: Pointer) {
        self.pointer = pointer
    }

    @inlinable public var value: Pointer { pointer }
}
