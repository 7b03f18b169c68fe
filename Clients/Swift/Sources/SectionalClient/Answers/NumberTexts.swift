import Foundation

/// The texts of the numbers in a JSON document that neither an `Int64` nor a `Double` gives back: `1.10`, `1e3`, twenty digits.
///
/// A decoder says a number's value and its path, not its text. So the texts are found before, in one walk over the bytes.
struct NumberTexts: Sendable {
    /// The texts of the document that is decoded now.
    @TaskLocal static var current: NumberTexts?

    /// By the keys and indexes on the way to each, as a decoder names them.
    private var texts: [[UInt8]: String] = [:]

    var isEmpty: Bool { texts.isEmpty }

    /// - Parameter document: A text that is no JSON may give any texts.
    init(_ document: Data) {
        texts = document.withUnsafeBytes { bytes in
            var walk = Walk(bytes: bytes)
            walk.run()
            return walk.texts
        }
    }

    /// The text of the number at a path; nil where its value says all of it.
    func text(at path: [any CodingKey]) -> String? { texts[Self.key(path.map { Array($0.stringValue.utf8) })] }

    /// No UTF-8 has the byte between two parts.
    private static func key(_ path: [[UInt8]]) -> [UInt8] { Array(path.joined(separator: [0xFF])) }

    /// Whether a text is a number of JSON.
    static func isNumber(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        var rest = text.utf8[...]
        func number() -> Bool {
            let count = rest.prefix { digits.contains($0) }.count
            rest = rest.dropFirst(count)
            return count > 0
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let before = rest.count
        guard number(), !startsWithZero || before - rest.count == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard number() else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard number() else { return false }
        }
        return rest.isEmpty
    }

    /// Whether a number is written as an encoder writes its value.
    private static func isPlain(_ number: some Collection<UInt8>) -> Bool {
        let text = String(decoding: number, as: UTF8.self)
        guard number.contains(where: { !($0 == UInt8(ascii: "-") || (0x30...0x39).contains($0)) }) else {
            return text != "-0" && (number.count <= 18 || Int64(text) != nil)
        }
        guard let value = Double(text), value.isFinite, value.rounded(.towardZero) != value else { return false }
        return "\(value)" == text
    }

    /// A walk over the bytes of a document.
    private struct Walk {
        /// An array or an object that the walk is in.
        struct Level {
            let isArray: Bool
            var index = 0
            /// The bytes of the key between its quotation marks.
            var key = 0..<0
            var expectsKey: Bool
        }

        let bytes: UnsafeRawBufferPointer
        var texts: [[UInt8]: String] = [:]
        private var levels: [Level] = []
        private var position = 0

        init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        mutating func run() {
            while position < bytes.count {
                let byte = bytes[position]
                switch byte {
                case UInt8(ascii: "\""): string()
                case UInt8(ascii: "{"): levels.append(Level(isArray: false, expectsKey: true))
                case UInt8(ascii: "["): levels.append(Level(isArray: true, expectsKey: false))
                case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
                case UInt8(ascii: ","): next()
                case UInt8(ascii: "-"), 0x30...0x39:
                    number()
                    continue
                default: break
                }
                position += 1
            }
        }

        private mutating func next() {
            guard let last = levels.indices.last else { return }
            if levels[last].isArray { levels[last].index += 1 } else { levels[last].expectsKey = true }
        }

        /// Ends at the closing quotation mark.
        private mutating func string() {
            let start = position + 1
            position = start
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard let last = levels.indices.last, levels[last].expectsKey else { return }
            levels[last].key = start..<max(start, min(position, bytes.count))
            levels[last].expectsKey = false
        }

        /// Ends behind the number.
        private mutating func number() {
            let start = position
            while position < bytes.count, Self.isPartOfNumber(bytes[position]) { position += 1 }
            let number = bytes[start..<position]
            guard !NumberTexts.isPlain(number) else { return }
            texts[NumberTexts.key(levels.map(part))] = String(decoding: number, as: UTF8.self)
        }

        private static func isPartOfNumber(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
            default: false
            }
        }

        private func part(_ level: Level) -> [UInt8] {
            if level.isArray { return Array("Index \(level.index)".utf8) }
            let raw = bytes[level.key]
            guard raw.contains(UInt8(ascii: "\\")) else { return Array(raw) }
            let text = try? JSONDecoder().decode(String.self, from: Data("\"".utf8) + Data(raw) + Data("\"".utf8))
            return Array((text ?? "").utf8)
        }
    }
}

/// The numbers that an encoder is to write by their texts. It writes a string for each, which gives way to the text afterwards.
final class NumberTokens: Sendable {
    /// The numbers of the document that is encoded now.
    @TaskLocal static var current: NumberTokens?

    private let mark = UUID().uuidString
    private let texts = Locked<[String]>([])

    /// The string that stands for a number.
    func token(for text: String) -> String {
        texts.withLock { texts in
            texts.append(text)
            return "\(mark).\(texts.count - 1)"
        }
    }

    /// The document with the numbers in it.
    func resolved(_ document: Data) -> Data {
        let texts = texts.withLock { $0 }
        guard !texts.isEmpty else { return document }
        let opening = Data("\"\(mark).".utf8)
        var result = Data()
        var rest = document[...]
        while let found = rest.range(of: opening) {
            result += rest[..<found.lowerBound]
            let digits = rest[found.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
            rest = rest[digits.endIndex...].dropFirst()
            if let index = Int(String(decoding: digits, as: UTF8.self)), texts.indices.contains(index) { result += Data(texts[index].utf8) }
        }
        return result + rest
    }
}

extension JSONDecoder {
    /// Decodes, and gives each ``JSONValue`` the texts of its numbers.
    func decodeExactly<Value: Decodable>(_ type: Value.Type, from document: Data) throws -> Value {
        let texts = NumberTexts(document)
        guard !texts.isEmpty else { return try decode(type, from: document) }
        return try NumberTexts.$current.withValue(texts) { try decode(type, from: document) }
    }
}

extension JSONEncoder {
    /// Encodes, and writes the numbers of each ``JSONValue`` by their texts.
    func encodeExactly(_ value: some Encodable) throws -> Data {
        let tokens = NumberTokens()
        return tokens.resolved(try NumberTokens.$current.withValue(tokens) { try encode(value) })
    }
}
