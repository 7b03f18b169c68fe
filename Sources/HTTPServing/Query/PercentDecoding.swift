import Foundations

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
            guard let text = Bytes.text(UnsafeRawBufferPointer(bytes)) else { throw .invalidUTF8 }
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
                guard index + 1 < bytes.count, let high = ASCII.hexValue(of: bytes[index]),
                    let low = ASCII.hexValue(of: bytes[index + 1])
                else { throw .malformedEscape }
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
}
