import Synchronization

/// Bytes that streams have sent. Any thread may use it.
public final class StreamByteCount: Sendable {
    private let bytes = Atomic<Int>(0)

    public init() {}

    public var value: Int { bytes.load(ordering: .relaxed) }

    public func add(_ count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }
}
