internal import JSON

/// Checks a regular expression of ECMA-262 with the flag `u`, and writes it in the part of PCRE2's language that means the same.
///
/// PCRE2 gets no syntax but this: numbered characters, classes, `\d`, `\w`, `\b`, properties, `\A`, `\z`, groups that capture nothing,
/// lookaround and quantifiers. Back references are refused. PCRE2 itself refuses lookbehind of no fixed length, unknown scripts, and what
/// is too large.
struct PatternTranslator {
    private var reader: PatternReader
    private var output = ""
    /// Of each open group, whether it may be repeated: ECMA-262 forbids that of lookaround.
    private var groups: [Bool] = []
    private var names: Set<JSONName> = []
    /// Whether a quantifier may come next.
    private var isRepeatable = false
    private var isAnchored: Bool
    /// Characters that one step of PCRE2 may pass without counting them.
    private var uncounted = 0

    /// The expression for PCRE2.
    struct Translation: Equatable {
        var text: String
        /// How many times as much as elsewhere a step may take.
        var weight: Int
    }

    static func translate(_ pattern: String) throws(PatternError) -> Translation {
        var translator = PatternTranslator(pattern)
        try translator.readAll()
        // The search for a start is part of the expression: so PCRE2 counts the steps of all starts together, against one limit.
        let text = translator.isAnchored ? translator.output : "\\A(?s:.)*?(?:\(translator.output))"
        return Translation(text: text, weight: 1 + translator.uncounted / 16)
    }

    private init(_ pattern: String) {
        reader = PatternReader(pattern)
        isAnchored = reader.next == "^"
    }

    private mutating func readAll() throws(PatternError) {
        while let character = reader.pop() {
            switch character {
            case "(": try openGroup()
            case ")": try closeGroup()
            case "|":
                if groups.isEmpty { isAnchored = false }
                write("|", isRepeatable: false)
            case "^": write("\\A", isRepeatable: false)
            case "$": write("\\z", isRepeatable: false)
            case ".": write(CharacterSets.any, isRepeatable: true)
            case "[": try readClass()
            case "\\": try readEscape()
            case "*", "+", "?", "{": try readQuantifier(character)
            case "]", "}": throw PatternError(message: "a \(character) stands alone")
            default: write(CharacterSets.character(character.value), isRepeatable: true)
            }
        }
        guard groups.isEmpty else { throw PatternError(message: "a ( is not closed") }
    }

    private mutating func write(_ text: String, isRepeatable: Bool) {
        output += text
        self.isRepeatable = isRepeatable
    }

    private mutating func openGroup() throws(PatternError) {
        var start = "(?:"
        if reader.consume("?") {
            if let lookaround = ["=", "!", "<=", "<!"].first(where: { reader.consume($0) }) {
                start = "(?" + lookaround
            } else if reader.consume("<") {
                guard let name = reader.text(upTo: ">"), Self.isGroupName(name), names.insert(JSONName(name)).inserted else {
                    throw PatternError(message: "a group has no name, or one that another has")
                }
            } else if !reader.consume(":") {
                throw PatternError(message: "(? begins nothing that ECMA-262 has")
            }
        }
        groups.append(start == "(?:")
        write(start, isRepeatable: false)
    }

    private mutating func closeGroup() throws(PatternError) {
        guard let isRepeatable = groups.popLast() else { throw PatternError(message: "a ) stands alone") }
        write(")", isRepeatable: isRepeatable)
    }

    /// As a name in a program: a letter, `$` or `_`, then digits too.
    private static func isGroupName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isIDStart || first == "$" || first == "_" else { return false }
        return name.unicodeScalars.dropFirst().allSatisfy {
            $0.properties.isIDContinue || $0 == "$" || $0 == "\u{200C}" || $0 == "\u{200D}"
        }
    }

    private mutating func readEscape() throws(PatternError) {
        if reader.consume("b") { return write("\\b", isRepeatable: false) }
        if reader.consume("B") { return write("\\B", isRepeatable: false) }
        switch try reader.escape(isInClass: false) {
        case .character(let value):
            write(CharacterSets.characterClass(CharacterSets.range(value, value), isNegated: false), isRepeatable: true)
        case .set(let items): write("[\(items)]", isRepeatable: true)
        }
    }

    private mutating func readClass() throws(PatternError) {
        let isNegated = reader.consume("^")
        var items = ""
        while let first = try readClassItem() {
            uncounted += 1
            guard reader.consume("-") else {
                items += Self.text(of: first)
                continue
            }
            guard let last = try readClassItem() else {
                // A hyphen before the end is one.
                items += Self.text(of: first) + CharacterSets.character(0x2D)
                break
            }
            guard case .character(let lower) = first, case .character(let upper) = last, lower <= upper else {
                throw PatternError(message: "a range in a class is out of order, or has a set at an end")
            }
            items += CharacterSets.range(lower, upper)
        }
        write(CharacterSets.characterClass(items, isNegated: isNegated), isRepeatable: true)
    }

    /// Reads one part of a class; `nil` at its end, which is passed.
    private mutating func readClassItem() throws(PatternError) -> PatternReader.Escape? {
        guard let character = reader.pop() else { throw PatternError(message: "a [ is not closed") }
        switch character {
        case "]": return nil
        case "\\": return try reader.escape(isInClass: true)
        default: return .character(character.value)
        }
    }

    private static func text(of item: PatternReader.Escape) -> String {
        switch item {
        case .character(let value): CharacterSets.range(value, value)
        case .set(let set): set
        }
    }

    private mutating func readQuantifier(_ character: Unicode.Scalar) throws(PatternError) {
        guard isRepeatable else { throw PatternError(message: "a \(character) has nothing to repeat") }
        var quantifier = String(character)
        if character == "{" {
            guard let least = reader.number() else { throw PatternError(message: "a { is not followed by a number") }
            let most = reader.consume(",") ? reader.number() : least
            guard reader.consume("}"), most.map({ least <= $0 }) ?? true else {
                throw PatternError(message: "the numbers in {…} are out of order, or have no }")
            }
            guard max(least, most ?? 0) <= 65_535 else { throw PatternError(message: "a number in {…} is above 65535") }
            quantifier = "{\(least),\(most.map(String.init) ?? "")}"
            uncounted += least
        }
        if reader.consume("?") { quantifier += "?" }
        write(quantifier, isRepeatable: false)
    }
}
