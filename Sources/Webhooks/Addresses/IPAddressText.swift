import Foundations

/// Addresses as text: reading them strictly, and writing them in their one recommended form.
enum IPAddressText {
    private static let dot = UInt8(ascii: ".")
    private static let colon = UInt8(ascii: ":")

    /// Reads four decimal numbers of at most 255 with dots between them; `nil` for anything else.
    static func v4(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: dot, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var address: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0"),
                part.allSatisfy(ASCII.isDigit)
            else { return nil }
            let number = part.reduce(0 as UInt32) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
            guard number <= 255 else { return nil }
            address = address << 8 | number
        }
        return address
    }

    /// Reads the eight words of a version 6 address (RFC 4291, 2.2); `nil` where the text is none.
    static func v6(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        guard let gap = text.indices.dropLast().first(where: { text[$0] == colon && text[$0 + 1] == colon }) else {
            return words(text).flatMap { $0.count == 8 ? $0 : nil }
        }
        let (before, after) = (text[..<gap], text[(gap + 2)...])
        // In front of the gap no embedded address can stand.
        guard let head = before.isEmpty ? [] : words(before), !before.contains(dot), let tail = after.isEmpty ? [] : words(after),
            head.count + tail.count <= 7
        else { return nil }
        return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    /// Reads words with colons between them; the last two may be four decimal numbers.
    private static func words(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        var words: [UInt16] = []
        let parts = text.split(separator: colon, omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, part.contains(dot) {
                guard let address = v4(part) else { return nil }
                words += [UInt16(truncatingIfNeeded: address >> 16), UInt16(truncatingIfNeeded: address)]
            } else {
                guard let word = word(part) else { return nil }
                words.append(word)
            }
        }
        return words
    }

    /// Reads one to four hexadecimal digits.
    private static func word(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard (1...4).contains(digits.count) else { return nil }
        var word: UInt16 = 0
        for digit in digits {
            guard let value = ASCII.hexValue(of: digit) else { return nil }
            word = word << 4 | UInt16(value)
        }
        return word
    }

    static func text(ofV4 address: UInt32) -> String {
        [24, 16, 8, 0].map { String(address >> $0 & 0xFF) }.joined(separator: ".")
    }

    /// Writes eight words: small letters, no leading zeros, the longest run of zero words, of two at least, as `::`; the first of equal
    /// ones (RFC 5952, 4).
    static func text(ofV6 words: [UInt16]) -> String {
        var (longest, run) = (0..<0, 0..<0)
        for index in words.indices {
            guard words[index] == 0 else { continue }
            run = run.upperBound == index ? run.lowerBound..<index + 1 : index..<index + 1
            if run.count > longest.count { longest = run }
        }
        let text = { (part: ArraySlice<UInt16>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
        guard longest.count > 1 else { return text(words[...]) }
        return text(words[..<longest.lowerBound]) + "::" + text(words[longest.upperBound...])
    }
}
