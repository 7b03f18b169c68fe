import Foundations

internal import JSON

/// The characters of a regular expression, and the escapes that stand for one character inside and outside of a class.
struct PatternReader {
    /// The meaning of an escape.
    enum Escape: Equatable {
        case character(UInt32)
        /// PCRE2's text of a set of characters, which may stand inside a class.
        case set(String)
    }

    private let characters: [Unicode.Scalar]
    private var position = 0

    init(_ pattern: String) {
        characters = Array(pattern.unicodeScalars)
    }

    var next: Unicode.Scalar? { position < characters.count ? characters[position] : nil }

    mutating func pop() -> Unicode.Scalar? {
        guard let next else { return nil }
        position += 1
        return next
    }

    /// Passes a text, if it comes next.
    mutating func consume(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard characters[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    /// Reads what comes before a character, and passes that.
    mutating func text(upTo end: Unicode.Scalar) -> String? {
        guard let index = characters[position...].firstIndex(of: end) else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: characters[position..<index])
        position = index + 1
        return String(text)
    }

    /// Reads digits; `nil` where there are none. A number that no machine word holds is as large as one can be.
    mutating func number() -> Int? {
        var number: Int?
        while let next, let digit = ASCII.digit(next) {
            position += 1
            let (product, overflows) = (number ?? 0).multipliedReportingOverflow(by: 10)
            number = overflows || product > Int.max - digit ? Int.max : product + digit
        }
        return number
    }

    /// Reads what comes behind a backslash and stands for characters, as ECMA-262 has it with the flag `u`.
    mutating func escape(isInClass: Bool) throws(PatternError) -> Escape {
        guard let letter = pop() else { throw PatternError(message: "it ends with a backslash") }
        switch letter {
        case "d", "D", "w", "W": return .set("\\\(letter)")
        case "s": return .set(CharacterSets.space)
        case "S": return .set(CharacterSets.noSpace)
        case "p", "P":
            guard consume("{"), let name = text(upTo: "}"), let set = UnicodeProperty.translated(name, isNegated: letter == "P") else {
                throw PatternError(message: "\\\(letter) names no property that ECMA-262 has")
            }
            return .set(set)
        case "f": return .character(0x0C)
        case "n": return .character(0x0A)
        case "r": return .character(0x0D)
        case "t": return .character(0x09)
        case "v": return .character(0x0B)
        case "b" where isInClass: return .character(0x08)
        case "-" where isInClass: return .character(letter.value)
        case "0":
            if let next, ASCII.digit(next) != nil { throw PatternError(message: "\\0 stands before a digit") }
            return .character(0)
        case "1"..."9", "k": throw PatternError(message: "a back reference is not supported, as its cost has no bound")
        case "c":
            guard let control = pop(), control.isASCII, ASCII.isLetter(UInt8(control.value)) else {
                throw PatternError(message: "\\c is not followed by a letter")
            }
            return .character(control.value & 0x1F)
        case "x": return .character(try codeUnit(digits: 2))
        case "u": return .character(try codePoint())
        case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/": return .character(letter.value)
        default: throw PatternError(message: "a backslash stands before a character that has no meaning there")
        }
    }

    private mutating func codePoint() throws(PatternError) -> UInt32 {
        if consume("{") {
            guard let digits = text(upTo: "}"), !digits.isEmpty, digits.utf8.allSatisfy({ ASCII.hexValue(of: $0) != nil }) else {
                throw PatternError(message: "\\u{ is not followed by hexadecimal digits")
            }
            guard let value = UInt32(digits, radix: 16), value <= 0x10FFFF else {
                throw PatternError(message: "\\u{…} is beyond the last character")
            }
            return value
        }
        let unit = try codeUnit(digits: 4)
        guard unit & 0xFC00 == 0xD800 else { return unit }
        let before = position
        if consume("\\u"), next != "{", let low = try? codeUnit(digits: 4), low & 0xFC00 == 0xDC00 {
            return 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
        }
        position = before
        return unit
    }

    private mutating func codeUnit(digits: Int) throws(PatternError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<digits {
            guard let next = pop(), next.isASCII, let digit = ASCII.hexValue(of: UInt8(next.value)) else {
                throw PatternError(message: digits == 2 ? "\\x needs two hexadecimal digits" : "\\u needs four hexadecimal digits")
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}

extension ASCII {
    /// The value of a decimal digit.
    fileprivate static func digit(_ character: Unicode.Scalar) -> Int? {
        character.isASCII && isDigit(UInt8(character.value)) ? Int(character.value) - 0x30 : nil
    }
}
