public import HTTPTypes

/// The set of headers that a request may have: 64 bits over the length and the first letter of their names.
///
/// A name whose bit is not set is absent for sure; one whose bit is set is to be looked up.
public struct HeaderNameSet: Sendable {
    /// Any header may be there.
    public static let any = HeaderNameSet(bits: .max)

    @usableFromInline var bits: UInt64

    private init(bits: UInt64) {
        self.bits = bits
    }

    /// No header.
    public init() {
        bits = 0
    }

    public init(_ name: HTTPField.Name) {
        var canonical = name.canonicalName
        bits = canonical.withUTF8 { Self.bit(of: UnsafeRawBufferPointer($0)) }
    }

    /// Adds a name as it was sent, in whatever case.
    @inlinable
    public mutating func insert(_ name: UnsafeRawBufferPointer) { bits |= Self.bit(of: name) }

    /// Whether a name of the other set may be in this one.
    @inlinable
    public func mayContain(_ other: HeaderNameSet) -> Bool { bits & other.bits != 0 }

    /// Whether a name, in whatever case, may be in this set.
    @inlinable
    public func mayContain(_ name: UnsafeRawBufferPointer) -> Bool { bits & Self.bit(of: name) != 0 }

    @inlinable
    static func bit(of name: UnsafeRawBufferPointer) -> UInt64 {
        let letter = name.isEmpty ? 0 : UInt64(name[0] | 0x20)
        return 1 << ((UInt64(name.count) &* 5 &+ letter) & 63)
    }
}
