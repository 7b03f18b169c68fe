/// The words of a name, for identifiers: runs of letters and digits that Swift, Kotlin and TypeScript take alike.
struct IdentifierWords {
    /// Bytes of an identifier; a file is named after it with Kotlin.
    private static let limit = 64

    private let words: [[Unicode.Scalar]]

    init(_ name: String) {
        words = name.unicodeScalars.split { !Self.isPart($0) }.map(Array.init)
    }

    /// `demo-item` as `DemoItem`.
    var upperCamel: String? { joined(words.map(Self.capitalized)) }

    /// `Demo-item` as `demoItem`, `URL` as `url`.
    var lowerCamel: String? {
        guard let first = words.first else { return nil }
        return joined([Self.uncapitalized(first)] + words.dropFirst().map(Self.capitalized))
    }

    private func joined(_ words: [[Unicode.Scalar]]) -> String? {
        guard let first = words.first?.first else { return nil }
        var scalars = (Self.isDigit(first) ? "_" : "").unicodeScalars
        var count = 0
        for scalar in words.joined() {
            count += UTF8.width(scalar)
            guard count <= Self.limit else { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    private static func capitalized(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard let first = word.first else { return word }
        return [mapped(first, first.properties.uppercaseMapping)] + word.dropFirst()
    }

    /// The word with its first letter, or all of the abbreviation that it begins with, in lower case.
    private static func uncapitalized(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var count = word.prefix { $0.properties.isUppercase }.count
        if count > 1, count < word.count, word[count].properties.isLowercase { count -= 1 }
        return word.prefix(count).map { mapped($0, $0.properties.lowercaseMapping) } + word.dropFirst(count)
    }

    /// The scalar in another case, where that is one letter too.
    private static func mapped(_ scalar: Unicode.Scalar, _ mapping: String) -> Unicode.Scalar {
        guard let mapped = mapping.unicodeScalars.first, mapping.unicodeScalars.count == 1, isPart(mapped) else { return scalar }
        return mapped
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Whether every compiler takes a scalar in an identifier: letters of scripts that are old in Unicode, none of them composed otherwise.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z": return true
        case "\u{C0}"..."\u{17F}", "\u{391}"..."\u{3CE}", "\u{401}"..."\u{45F}", "\u{5D0}"..."\u{5EA}", "\u{3041}"..."\u{3094}",
            "\u{30A1}"..."\u{30FA}", "\u{4E00}"..."\u{9FA5}", "\u{AC00}"..."\u{D7A3}":
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .otherLetter: return true
            default: return false
            }
        default: return false
        }
    }
}
