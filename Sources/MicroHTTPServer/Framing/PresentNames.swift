/// Which headers a request may have: a set of 64 bits over the length and first letter of their names.
///
/// A name whose bit is not set is absent for sure, so that the library need not be asked.
struct PresentNames {
    /// Any header may be there.
    static let any = PresentNames(bits: .max)
    static let none = PresentNames(bits: 0)

    private var bits: UInt64

    mutating func insert(_ name: UnsafeRawBufferPointer) { bits |= Self.bit(of: name) }

    func mayContain(_ name: UnsafeRawBufferPointer) -> Bool { bits & Self.bit(of: name) != 0 }

    private static func bit(of name: UnsafeRawBufferPointer) -> UInt64 {
        let letter = name.isEmpty ? 0 : UInt64(name[0] | 0x20)
        return 1 << ((UInt64(name.count) &* 5 &+ letter) & 63)
    }
}
