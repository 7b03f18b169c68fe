import HTTPServing

/// A body on its way into memory, which is counted in a budget before it is allocated. Used by its connection's thread alone.
final class CollectedBody {
    private static let step = 64 * 1_024
    /// Bytes set aside for a body on its announcement alone; a longer one grows as it comes. The system gives memory as it is written.
    private static let largestReservation = 1 << 26

    private(set) var bytes: [UInt8] = []
    /// The length that the body is announced with; `nil` for one in chunks.
    private let length: Int?
    /// Bytes that are counted.
    private var charged = 0

    init(length: Int?) {
        self.length = length
    }

    /// Whether all of a body of known length is there.
    var isComplete: Bool { bytes.count == length }

    /// Takes the next bytes.
    ///
    /// - Returns: `false`, and nothing is taken, where the budget has no room for them.
    func append(_ piece: UnsafeRawBufferPointer, in budget: MemoryBudget) -> Bool {
        guard makeRoom(for: bytes.count + piece.count, in: budget) else { return false }
        bytes.append(contentsOf: piece)
        return true
    }

    /// Lets the bytes go, and what was counted.
    func discard(in budget: MemoryBudget) {
        bytes = []
        if charged > 0 { budget.release(charged) }
        charged = 0
    }

    /// Gives the bytes away; they stay counted until ``discard(in:)``.
    func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    private func makeRoom(for count: Int, in budget: MemoryBudget) -> Bool {
        guard count > charged else { return true }
        if let length, length <= Self.largestReservation {
            let next = min(length, max(count, charged + Self.step))
            guard budget.reserve(next - charged) else { return false }
            charged = next
            bytes.reserveCapacity(length)
        } else {
            // The old bytes are there until the new ones are.
            let next = max(count, 2 * charged, Self.step)
            guard budget.reserve(next) else { return false }
            bytes.reserveCapacity(next)
            budget.release(charged)
            charged = next
        }
        return true
    }
}
