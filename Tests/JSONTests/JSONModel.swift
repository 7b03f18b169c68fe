import JSON
import Lists
import TestSupport

/// A JSON value as a tree, which tests write out and compare with what the code under test makes of the text.
indirect enum JSONModel: Equatable {
    /// A number or a literal name, by its text.
    case text(String)
    /// A string, by the text between its quotes.
    case string(String)
    case array([JSONModel])
    /// Keys by the text between their quotes.
    case object([(key: String, value: JSONModel)])

    static func == (left: JSONModel, right: JSONModel) -> Bool { left.compact == right.compact }

    static func random(depth: Int, using generator: inout SeededGenerator) -> JSONModel {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &generator) {
        case 0:
            .text(
                ["null", "true", "false", "0", "-1.50", "1e400", "12345678901234567890", "0.1E-7"].randomElement(using: &generator) ?? "0")
        case 1, 2: .string(randomString(using: &generator))
        case 3: .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
        default:
            .object(
                (0..<Int.random(in: 0...(depth == 3 ? 25 : 4), using: &generator)).map {
                    ("\($0)" + randomString(using: &generator), random(depth: depth - 1, using: &generator))
                })
        }
    }

    private static func randomString(using random: inout SeededGenerator) -> String {
        let pieces = [
            "a", "bc", " ", "  ", "\\\"", "\\\\", "\\n", "\\u0041", "\\ud83d\\ude00", "é", "日本", "😁", "{", "]", ",", ":",
            "long enough for a word ",
        ]
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    /// The same with the escapes in keys undone.
    var withPlainKeys: JSONModel {
        switch self {
        case .text, .string: return self
        case .array(let elements): return .array(elements.map(\.withPlainKeys))
        case .object(let members):
            return .object(members.map { (JSONText(verbatim: "\"\($0.key)\"").stringContent ?? "", $0.value.withPlainKeys) })
        }
    }

    /// The text without insignificant white space.
    var compact: String { written { "" } }

    /// The text with white space wherever it may stand.
    func spaced(using random: inout SeededGenerator) -> String {
        written { ["", "", " ", "\n", "\t\r\n  "].randomElement(using: &random) ?? "" }
    }

    private func written(_ space: () -> String) -> String {
        switch self {
        case .text(let text): return space() + text + space()
        case .string(let text): return space() + "\"" + text + "\"" + space()
        case .array(let elements):
            let inner = elements.isEmpty ? space() : elements.map { $0.written(space) }.joined(separator: ",")
            return space() + "[" + inner + "]" + space()
        case .object(let members):
            let inner = members.map { space() + "\"" + $0.key + "\"" + space() + ":" + $0.value.written(space) }
            return space() + "{" + (inner.isEmpty ? space() : inner.joined(separator: ",")) + "}" + space()
        }
    }
}
