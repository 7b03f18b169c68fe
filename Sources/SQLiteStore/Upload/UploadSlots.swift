import Lists
import Synchronization

/// Counts the uploads that are on their way: each holds a file open and some memory, however slowly it comes.
///
/// Any thread may use it.
final class UploadSlots: Sendable {
    private let limit: Int
    private let taken = Atomic<Int>(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// - Throws: ``ListError`` `overloaded` where as many as may be are on their way.
    func take() throws -> UploadSlot {
        guard taken.wrappingAdd(1, ordering: .relaxed).oldValue < limit else {
            release()
            throw ListError(.overloaded, "Too many uploads are on their way.")
        }
        return UploadSlot(of: self)
    }

    fileprivate func release() { taken.wrappingSubtract(1, ordering: .relaxed) }
}

/// One upload's slot, free again when the last reference to it goes.
final class UploadSlot: Sendable {
    private let slots: UploadSlots

    fileprivate init(of slots: UploadSlots) {
        self.slots = slots
    }

    deinit {
        slots.release()
    }
}
