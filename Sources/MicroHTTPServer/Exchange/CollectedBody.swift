import HTTPServing

/// A body on its way into memory, counted in its sender's share before it is allocated and until the object goes. Used by its connection's thread alone.
final class CollectedBody {
    private static let step = 64 * 1_024
    /// Bytes set aside for a body on its announcement alone; a longer one grows as it comes. The system gives memory as it is written.
    private static let largestReservation = 1 << 26

    private(set) var bytes: [UInt8] = []
    /// The length that the body is announced with; `nil` for one in chunks.
    private let length: Int?
    private let share: MemoryShare
    /// Bytes that are counted.
    private var charged = 0

    init(length: Int?, in share: MemoryShare) {
        self.length = length
        self.share = share
    }

    deinit {
        if charged > 0 { share.release(charged) }
    }

    /// Whether all of a body of known length is there.
    var isComplete: Bool { bytes.count == length }

    /// Takes the next bytes.
    ///
    /// - Returns: `false`, and nothing is taken, where the share has no room for them.
    func append(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard makeRoom(for: bytes.count + piece.count) else { return false }
        bytes.append(contentsOf: piece)
        return true
    }

    /// Gives the bytes away; they stay counted as long as the object is there.
    func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    private func makeRoom(for count: Int) -> Bool {
        guard count > charged else { return true }
        if let length, length <= Self.largestReservation {
            let next = min(length, max(count, charged + Self.step))
            guard share.reserve(next - charged) else { return false }
            charged = next
            bytes.reserveCapacity(length)
        } else {
            // The old bytes are there until the new ones are.
            let next = max(count, 2 * charged, Self.step)
            guard share.reserve(next) else { return false }
            bytes.reserveCapacity(next)
            share.release(charged)
            charged = next
        }
        return true
    }
}
