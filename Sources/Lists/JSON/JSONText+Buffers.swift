extension JSONText {
    /// Appends a string that is given as UTF-8 in quotes, escaped where it must be.
    public static func append(utf8 bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        appendEscaped(bytes.assumingMemoryBound(to: UInt8.self), to: &output)
        output.append(UInt8(ascii: "\""))
    }

    /// Appends an integer in decimal digits.
    public static func append(_ integer: Int64, to output: inout [UInt8]) {
        append(Int(integer), to: &output)
    }
}
