/// The six kinds of JSON value (RFC 8259, 3). The first byte of a value decides which it is.
public enum JSONKind: Sendable, Hashable {
    case object, array, string, number, bool, null

    /// The kind of the value that starts with a byte; `nil` where no value can start so.
    init?(firstByte: UInt8) {
        switch firstByte {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
        case UInt8(ascii: "n"): self = .null
        default: return nil
        }
    }
}
