/// Taking insignificant white space out of a validated value.
enum JSONCompaction {
    static func text(of span: JSONSpan, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: span.compactCount) { output in
            var written = 0
            var index = span.range.lowerBound
            let end = span.range.upperBound
            while index < end, written < output.count {
                let byte = bytes[index]
                index += 1
                guard byte > 0x20 else { continue }
                output[written] = byte
                written += 1
                guard byte == UInt8(ascii: "\"") else { continue }
                var isEscaped = false
                while index < end, written < output.count {
                    let byte = bytes[index]
                    index += 1
                    output[written] = byte
                    written += 1
                    if byte == UInt8(ascii: "\""), !isEscaped { break }
                    isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                }
            }
            return written
        }
    }
}
