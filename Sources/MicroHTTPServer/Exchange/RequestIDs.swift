import Synchronization

/// Makes request identifiers: fifteen characters, the first six random for each server, the rest a counter.
///
/// Unique within a server's life and, but for one chance in 2³⁰, between two of them. Fifteen characters fit into a Swift string
/// without an allocation. From any thread.
final class RequestIDs: Sendable {
    private static let alphabet: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"
    private let prefix: UInt64
    private let counter = Atomic<UInt64>(0)

    init() {
        prefix = UInt64.random(in: 0..<(1 << 30))
    }

    /// How many there are so far.
    var count: UInt64 { counter.load(ordering: .acquiring) }

    func next() -> String {
        let number = counter.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
        return String(unsafeUninitializedCapacity: 15) { buffer in
            Self.write(prefix, into: UnsafeMutableBufferPointer(rebasing: buffer[..<6]))
            Self.write(number, into: UnsafeMutableBufferPointer(rebasing: buffer[6..<15]))
            return 15
        }
    }

    private static func write(_ number: UInt64, into buffer: UnsafeMutableBufferPointer<UInt8>) {
        var rest = number
        for index in buffer.indices.reversed() {
            buffer[index] = alphabet.utf8Start[Int(rest & 31)]
            rest >>= 5
        }
    }
}
