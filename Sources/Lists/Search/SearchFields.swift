public import Foundations
import JSON

/// The parts of values by which the items of a list are found: a list's `search`, ready to be applied.
public struct SearchFields: Sendable {
    private static let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))

    private let pointers: JSONPointerSet
    /// A number that differs where pointers differ, within this process.
    public let digest: Int

    /// - Parameter texts: JSON pointers.
    public init(_ texts: [String]) {
        var pointers = JSONPointerSet()
        var hasher = Hasher()
        for text in texts {
            hasher.combine(Identifier(verbatim: text))
            if let pointer = JSONPointer(text) { _ = pointers.add(pointer) }
        }
        self.pointers = pointers
        digest = hasher.finalize()
    }

    /// Appends the words of a value's parts that are strings, and of the strings in those that are arrays. Linear in the value.
    ///
    /// - Throws: ``JSONSyntaxError`` for a value that is none.
    public func appendWords(of value: UnsafeBufferPointer<UInt8>, to words: inout FoldedWords) throws {
        for range in try pointers.find(in: value) {
            guard let range, let first = value[range].first else { continue }
            let part = UnsafeBufferPointer(rebasing: value[range])
            if first == Self.quote {
                Self.append(string: part, to: &words)
            } else if first == UInt8(ascii: "[") {
                try Self.append(array: part, to: &words)
            }
        }
    }

    private static func append(array part: UnsafeBufferPointer<UInt8>, to words: inout FoldedWords) throws {
        var reader = JSONReader(part)
        try reader.beginArray()
        while try reader.nextElement() {
            let isString = try reader.peekKind() == .string
            let start = reader.offset
            try reader.scanValue()
            if isString { append(string: UnsafeBufferPointer(rebasing: part[start..<reader.offset]), to: &words) }
        }
    }

    /// Appends the words of a JSON string, which is unescaped where it has escapes.
    private static func append(string part: UnsafeBufferPointer<UInt8>, to words: inout FoldedWords) {
        if part.contains(Self.backslash) {
            words.append(JSONText(verbatim: String(decoding: part, as: UTF8.self)).stringContent ?? "")
        } else if part.count > 2 {
            words.append(UnsafeBufferPointer(rebasing: part[1..<(part.count - 1)]))
        }
    }
}
