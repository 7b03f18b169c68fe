import Foundation

/// The difference of two JSON texts as a merge patch (RFC 7396): what the second has otherwise, and nothing of what neither knows.
enum ValueDifference {
    /// Values that are nested deeper are written as a whole.
    static let deepest = 64

    /// - Parameters:
    ///   - old: What an encoder has made of the value that somebody saw.
    ///   - new: What the same encoder has made of the value that is to be there.
    /// - Returns: Nil where a merge patch cannot say it: a text that is no object, and a member that becomes null.
    static func difference(from old: Data, to new: Data) -> Data? {
        guard let before = DecodedValue(old), let after = DecodedValue(new), let patch = difference(from: before, to: after) else {
            return nil
        }
        var text = Data()
        patch.write(to: &text)
        return text
    }

    /// The members of an object by their names, as they are written; nothing of what is no object. Names with escapes are left out.
    static func members(of text: Data) -> [String: Data] {
        // The values of an item are one level deeper than by themselves.
        guard case .object(let members)? = DecodedValue(text, deepest: deepest + 1) else { return [:] }
        return Dictionary(
            members.map { name, value in
                var text = Data()
                value.write(to: &text)
                return (String(decoding: name.dropFirst().dropLast(), as: UTF8.self), text)
            }
        ) { $1 }
    }

    /// The text after a merge patch.
    ///
    /// - Parameters:
    ///   - text: A value, or an earlier patch.
    ///   - patch: The patch that comes after it.
    ///   - isPatch: Whether `text` is a patch; the result is one that does what both do.
    /// - Returns: Nil where no patch can say it: an object in the place of a member that the earlier patch has taken away or replaced.
    static func merged(_ text: Data, with patch: Data, isPatch: Bool) -> Data? {
        guard let first = DecodedValue(text), let second = DecodedValue(patch) else { return nil }
        guard let merged = merged(first, with: second, isPatch) else { return nil }
        var text = Data()
        merged.write(to: &text)
        return text
    }

    private static func merged(_ value: DecodedValue?, with patch: DecodedValue, _ isPatch: Bool) -> DecodedValue? {
        guard case .object(let changes) = patch else { return patch }
        var members: [Data: DecodedValue] = [:]
        if case .object(let own)? = value { members = own } else if isPatch, value != nil { return nil }
        for (name, change) in changes {
            if change == .null {
                members[name] = isPatch ? .null : nil
            } else if isPatch, members[name] == nil {
                members[name] = change
            } else {
                guard let merged = merged(members[name], with: change, isPatch) else { return nil }
                members[name] = merged
            }
        }
        return .object(members)
    }

    private static func difference(from old: DecodedValue, to new: DecodedValue) -> DecodedValue? {
        guard case .object(let before) = old, case .object(let after) = new else { return nil }
        var patch: [Data: DecodedValue] = [:]
        for name in before.keys where after[name] == nil { patch[name] = .null }
        for (name, value) in after where before[name] != value {
            if case .object? = before[name], case .object = value {
                guard let inner = before[name].flatMap({ difference(from: $0, to: value) }) else { return nil }
                patch[name] = inner
            } else {
                guard !value.hasNullMember else { return nil }
                patch[name] = value
            }
        }
        return .object(patch)
    }
}

/// A JSON text in its parts; numbers, strings and names stay as they are written, so that no digit is lost.
private enum DecodedValue: Equatable {
    case scalar(Data)
    case array([DecodedValue])
    /// By the texts of the names.
    case object([Data: DecodedValue])

    static let null = DecodedValue.scalar(Data("null".utf8))

    /// Nil for what is no JSON, and for what is nested too deep.
    init?(_ text: Data, deepest: Int = ValueDifference.deepest) {
        var reader = Reader(bytes: Array(text), deepest: deepest)
        guard let node = reader.node(depth: 0), reader.next == nil else { return nil }
        self = node
    }

    /// Whether it is null, or a merge would take a member of it for one that is to go. An array is taken as it is.
    var hasNullMember: Bool {
        switch self {
        case .scalar: self == .null
        case .array: false
        case .object(let members): members.values.contains(where: \.hasNullMember)
        }
    }

    func write(to text: inout Data) {
        switch self {
        case .scalar(let bytes): text.append(bytes)
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                element.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for (index, member) in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }).enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                text.append(member.key)
                text.append(UInt8(ascii: ":"))
                member.value.write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    /// Reads what an encoder has written; it does not check the texts of numbers and strings.
    private struct Reader {
        let bytes: [UInt8]
        let deepest: Int
        private var position = 0

        init(bytes: [UInt8], deepest: Int) { (self.bytes, self.deepest) = (bytes, deepest) }

        /// The next byte that is no white space.
        var next: UInt8? {
            mutating get {
                while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
                return position < bytes.count ? bytes[position] : nil
            }
        }

        mutating func node(depth: Int) -> DecodedValue? {
            guard depth <= deepest else { return nil }
            switch next {
            case UInt8(ascii: "{"): return object(depth)
            case UInt8(ascii: "["): return array(depth)
            case UInt8(ascii: "\""): return string().map { .scalar($0) }
            default: return literal()
            }
        }

        private mutating func take(_ byte: UInt8) -> Bool {
            guard next == byte else { return false }
            position += 1
            return true
        }

        private mutating func object(_ depth: Int) -> DecodedValue? {
            position += 1
            var members: [Data: DecodedValue] = [:]
            guard !take(UInt8(ascii: "}")) else { return .object([:]) }
            repeat {
                guard next == UInt8(ascii: "\""), let name = string(), take(UInt8(ascii: ":")), let value = node(depth: depth + 1) else {
                    return nil
                }
                members[name] = value
            } while take(UInt8(ascii: ","))
            return take(UInt8(ascii: "}")) ? .object(members) : nil
        }

        private mutating func array(_ depth: Int) -> DecodedValue? {
            position += 1
            var elements: [DecodedValue] = []
            guard !take(UInt8(ascii: "]")) else { return .array([]) }
            repeat {
                guard let element = node(depth: depth + 1) else { return nil }
                elements.append(element)
            } while take(UInt8(ascii: ","))
            return take(UInt8(ascii: "]")) ? .array(elements) : nil
        }

        /// The text of a string, with its quotation marks.
        private mutating func string() -> Data? {
            let start = position
            position += 1
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "\\"): position += 2
                case UInt8(ascii: "\""):
                    position += 1
                    return Data(bytes[start..<position])
                default: position += 1
                }
            }
            return nil
        }

        private static let ends = Array("{}[],:\" \t\r\n".utf8)

        private mutating func literal() -> DecodedValue? {
            let start = position
            while position < bytes.count, !Self.ends.contains(bytes[position]) { position += 1 }
            return start < position ? .scalar(Data(bytes[start..<position])) : nil
        }
    }
}
