import Synchronization

/// Makes request identifiers: fifteen characters, the first six random for each server, the rest a counter.
///
/// Unique within a server's life and, but for one chance in 2³⁰, between two of them. Fifteen characters fit into a Swift string
/// without an allocation. From any thread.
final class RequestIDs: Sendable {
    private static let alphabet: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"
    /// Bytes of an identifier.
    static let count = 15
    private static let prefixCount = 6
    private let prefix: UInt64
    private let counter = Atomic<UInt64>(0)

    init() {
        prefix = UInt64.random(in: 0..<(1 << 30))
    }

    /// How many requests there are so far.
    var madeCount: UInt64 { counter.load(ordering: .acquiring) }

    /// The number of the next request, from 1.
    func next() -> UInt64 { counter.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue }

    /// The identifier of a number.
    func text(of number: UInt64) -> String {
        String(unsafeUninitializedCapacity: Self.count) { buffer in
            write(number, into: buffer)
            return Self.count
        }
    }

    /// Writes the ``count`` bytes of a number's identifier.
    func write(_ number: UInt64, into buffer: UnsafeMutableBufferPointer<UInt8>) {
        Self.write(prefix, into: buffer, from: 0, to: Self.prefixCount)
        Self.write(number, into: buffer, from: Self.prefixCount, to: Self.count)
    }

    private static func write(_ number: UInt64, into buffer: UnsafeMutableBufferPointer<UInt8>, from start: Int, to end: Int) {
        var (rest, index) = (number, end)
        while index > start {
            index &-= 1
            buffer[index] = alphabet.utf8Start[Int(rest & 31)]
            rest &>>= 5
        }
    }
}
