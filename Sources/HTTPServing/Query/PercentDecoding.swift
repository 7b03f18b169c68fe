/// Decodes percent-encoded text, strictly.
enum PercentDecoding {
    /// The text that `bytes` encode.
    ///
    /// - Parameter plusIsSpace: whether `+` stands for a space, as it does in a query.
    /// - Throws: where an escape is malformed, the result is not UTF-8, or it holds a NUL.
    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool = false
    ) throws(PercentDecodingError) -> String {
        if isPlain(bytes, plusIsSpace: plusIsSpace) {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8 }
            return text
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "%"):
                guard index + 1 < bytes.count, let high = hexDigit(bytes[index]), let low = hexDigit(bytes[index + 1]) else {
                    throw .malformedEscape
                }
                index += 2
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace:
                decoded.append(UInt8(ascii: " "))
            default:
                decoded.append(byte)
            }
        }
        guard !decoded.contains(0) else { throw .nul }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw .invalidUTF8 }
        return text
    }

    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool) -> Bool {
        for byte in bytes where byte == UInt8(ascii: "%") || byte == 0 || (plusIsSpace && byte == UInt8(ascii: "+")) {
            return false
        }
        return true
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
