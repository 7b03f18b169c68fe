public import Foundations
import HTTPTypes
import Synchronization

/// A response body with its header block, encoded once for the C library and shared by every request for it.
///
/// Immutable; its memory stays where it is for the object's life, so that it can be sent without a copy.
public final class PreparedResponse: Sendable {
    private static let count = Atomic<UInt64>(0)

    /// Tells prepared responses of a process apart, also those that are gone; from 1 in the order of their making.
    public let number = PreparedResponse.count.wrappingAdd(1, ordering: .relaxed).newValue
    /// Written in `init`, only read afterwards, and freed in `deinit`, as is the block's memory.
    @usableFromInline let bodyMemory: SendablePointer<UnsafeRawBufferPointer>
    @usableFromInline let blockMemory: SendablePointer<UnsafeRawBufferPointer>
    public let headers: [Response.Header]
    /// The body while it is being sent and counted.
    private let sending: SharedMemory

    public init(headers: [Response.Header], body: [UInt8]) {
        self.headers = headers
        bodyMemory = Self.copy(body)
        sending = SharedMemory(byteCount: body.count)
        var block: [UInt8] = []
        for header in headers where header.isSendable {
            block += header.name.rawName.utf8
            block.append(0)
            block += header.value.utf8
            block.append(0)
        }
        blockMemory = Self.copy(block)
    }

    deinit {
        UnsafeMutableRawBufferPointer(mutating: body).deallocate()
        UnsafeMutableRawBufferPointer(mutating: headerBlock).deallocate()
    }

    @inlinable public var body: UnsafeRawBufferPointer { bodyMemory.value }

    /// Names and values, each ended by a NUL byte: `name\0value\0name\0value\0`. Headers that cannot be sent are left out.
    @inlinable public var headerBlock: UnsafeRawBufferPointer { blockMemory.value }

    /// Bytes that the object holds, about, for caches that are bounded in bytes: what the headers say stands in the block and in their texts.
    public var byteCount: Int { body.count + 2 * headerBlock.count + headers.count * MemoryLayout<Response.Header>.stride + 256 }

    /// Counts the body, once however many send it at the same time.
    ///
    /// - Parameter share: The memory share of the client that receives it.
    /// - Returns: `false`, and it is not being sent, where there is no room for it.
    public func beginSending(in share: MemoryShare, isForced: Bool) -> Bool { sending.begin(share, isForced: isForced) }

    /// Ends what ``beginSending(in:isForced:)`` has begun.
    public func endSending(in share: MemoryShare) { sending.end(share) }

    private static func copy(_ bytes: [UInt8]) -> SendablePointer<UnsafeRawBufferPointer> {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
        buffer.copyBytes(from: bytes)
        return SendablePointer(UnsafeRawBufferPointer(rebasing: buffer[..<bytes.count]))
    }
}
