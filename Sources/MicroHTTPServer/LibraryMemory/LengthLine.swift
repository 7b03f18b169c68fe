import Foundations

/// The value of a `Content-Length` line that the library has not read yet.
enum LengthLine {
    /// A number, as the library reads it.
    case number
    /// A number with blanks behind it, which the library would refuse.
    case padded
    /// No number.
    case malformed

    private static let name: StaticString = "content-length:"

    /// Reads a line; `nil` for one of another header.
    init?(_ line: UnsafeRawBufferPointer) {
        // Few lines begin with the letter that this one begins with.
        let count = Self.name.utf8CodeUnitCount
        guard line.count >= count, line[0] | 0x20 == UInt8(ascii: "c"), HeaderSyntax.isSame(line, as: Self.name) else { return nil }
        let value = ASCII.trimmingBlanks(line[count...])
        if value.isEmpty || !ASCII.areDigits(value) {
            self = .malformed
        } else {
            self = value.endIndex == line.endIndex ? .number : .padded
        }
    }

    /// Puts the blanks behind a length before it, where the library passes over them.
    static func shift(_ line: UnsafeMutableRawBufferPointer) {
        let start = name.utf8CodeUnitCount
        let digits = line[start...].filter { !ASCII.isBlank($0) }
        for index in start..<line.count {
            let offset = index - (line.count - digits.count)
            line[index] = offset < 0 ? 0x20 : digits[offset]
        }
    }
}
