extension JSONScanner {
    /// The deepest nesting of a value where nothing else is said.
    static let maximumDepth = 512

    /// Passes the value at the current position; white space before it is skipped.
    mutating func scanValue() throws(JSONSyntaxError) -> JSONSpan {
        skipWhiteSpace()
        let start = position
        let blanks = insignificant
        guard position < count, let kind = JSONKind(firstByte: bytes[position]) else { throw expected("a value") }
        switch kind {
        case .object, .array: try scanContainers()
        default: try scanScalar()
        }
        return JSONSpan(range: start..<position, insignificant: insignificant - blanks, kind: kind)
    }

    /// Passes a whole object or array and all that is in it.
    private mutating func scanContainers() throws(JSONSyntaxError) {
        let floor = frames.count
        repeat {
            // At the start of a value.
            guard position < count else { throw expected("a value") }
            switch bytes[position] {
            case UInt8(ascii: "{"):
                try open(keys.count, floor: floor)
                if !consumeInPlace(UInt8(ascii: "}")) {
                    try scanKey()
                    continue
                }
                try close()
            case UInt8(ascii: "["):
                try open(Self.array, floor: floor)
                if !consumeInPlace(UInt8(ascii: "]")) { continue }
                try close()
            default: try scanScalar()
            }
            // Behind a value: close what ends here, or go on to the next value.
            try scanToNextValue(floor: floor)
        } while frames.count > floor
    }

    private mutating func scanToNextValue(floor: Int) throws(JSONSyntaxError) {
        while let frame = frames.last, frames.count > floor {
            skipWhiteSpace()
            if frame >= 0 {
                if consume(UInt8(ascii: ",")) {
                    try scanKey()
                    return
                }
                guard consumeInPlace(UInt8(ascii: "}")) else { throw expected("a comma or }") }
            } else {
                if consume(UInt8(ascii: ",")) {
                    if position < count, bytes[position] == UInt8(ascii: "]") { throw error("a trailing comma", at: position) }
                    return
                }
                guard consumeInPlace(UInt8(ascii: "]")) else { throw expected("a comma or ]") }
            }
            try close()
        }
    }

    private mutating func open(_ frame: Int, floor: Int) throws(JSONSyntaxError) {
        try checkDepth(frames.count - floor)
        frames.append(frame)
        position += 1
        skipWhiteSpace()
    }

    /// Refuses an object or an array within as many others as there may be.
    func checkDepth(_ depth: Int) throws(JSONSyntaxError) {
        guard depth < depthLimit else { throw error("a value is nested deeper than \(Self.maximumDepth)", at: position) }
    }

    /// Leaves the innermost container, whose closing bracket was passed.
    mutating func close() throws(JSONSyntaxError) {
        guard let frame = frames.popLast(), frame >= 0 else { return }
        if let duplicate = keys.close(base: frame, in: bytes.span) { throw duplicateKey(at: duplicate) }
    }

    /// Passes a key of the innermost object, its colon and the white space around them.
    ///
    /// - Returns: the bytes between the key's quotes, and whether there are escapes among them.
    @discardableResult
    mutating func scanKey() throws(JSONSyntaxError) -> (content: Range<Int>, escaped: Bool) {
        guard position < count, bytes[position] == UInt8(ascii: "\"") else {
            if position < count, bytes[position] == UInt8(ascii: "}") { throw error("a trailing comma", at: position) }
            throw expected("a key in quotes")
        }
        guard let base = frames.last, base >= 0 else { throw error("a key outside of an object", at: position) }
        let start = position
        let escaped = try scanString()
        let content = (start + 1)..<(position - 1)
        guard keys.insert(content, escaped: escaped, base: base, in: bytes.span) else { throw duplicateKey(at: start + 1) }
        skipWhiteSpace()
        guard consume(UInt8(ascii: ":")) else { throw expected("a colon") }
        return (content, escaped)
    }

    private func duplicateKey(at content: Int) -> JSONSyntaxError {
        error("a key that its object has already", at: content - 1)
    }

    /// Passes a byte and the white space behind it, if the byte is the next one.
    @inline(__always)
    mutating func consume(_ byte: UInt8) -> Bool {
        guard consumeInPlace(byte) else { return false }
        skipWhiteSpace()
        return true
    }

    /// Passes a byte if it is the next one.
    @inline(__always)
    mutating func consumeInPlace(_ byte: UInt8) -> Bool {
        guard position < count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}
