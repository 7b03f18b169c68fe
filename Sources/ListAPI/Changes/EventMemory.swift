import HTTPServing
import Synchronization

/// Counts the texts that event streams have not sent yet: each text once, however many streams are to send it, and once in the share of each of their
/// senders. Any thread may use it.
final class EventMemory: Sendable {
    /// The most bytes of a text that is not counted; as for an answer.
    private static let uncounted = 16 << 10

    /// By where the text lies: it stays there while somebody has it.
    private let texts = Mutex<[UInt: SharedMemory]>([:])

    /// A text that a stream is to send, counted until nobody has this any more.
    final class Held: Sendable {
        private let text: [UInt8]
        private let share: MemoryShare
        private let memory: EventMemory

        fileprivate init(_ text: [UInt8], _ share: MemoryShare, _ memory: EventMemory) {
            (self.text, self.share, self.memory) = (text, share, memory)
        }

        deinit {
            memory.end(text, share)
        }
    }

    /// There is no room for a text.
    struct IsFull: Error {}

    /// Counts a text for a stream's sender, until nobody has what comes back; `nil` for a short one.
    func hold(_ text: [UInt8], _ share: MemoryShare) throws(IsFull) -> Held? {
        guard text.count > Self.uncounted else { return nil }
        let key = Self.key(of: text)
        let isCounted = texts.withLock { texts in
            let shared = texts[key] ?? SharedMemory(byteCount: text.count)
            guard shared.begin(share) else { return false }
            texts[key] = shared
            return true
        }
        guard isCounted else { throw IsFull() }
        return Held(text, share, self)
    }

    private func end(_ text: [UInt8], _ share: MemoryShare) {
        let key = Self.key(of: text)
        texts.withLock { texts in
            texts[key]?.end(share)
            if texts[key]?.isFree == true { texts[key] = nil }
        }
    }

    private static func key(of text: [UInt8]) -> UInt { text.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}
