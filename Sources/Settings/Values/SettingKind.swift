/// The kind of values that a setting takes.
enum SettingKind: Sendable, Equatable {
    case text
    /// Text, or nothing at all.
    case optionalText
    case integer(ClosedRange<Int>)
    /// Any number, whole or not.
    case number(ClosedRange<Double>)
    case boolean
    case choice([String])
    case texts
    case integers(ClosedRange<Int>)
    /// A map from text to text.
    case textMap
    /// A list of maps.
    case maps

    /// Whether a value is of this kind.
    func accepts(_ value: SettingValue) -> Bool {
        switch (self, value) {
        case (.text, .text(let text)): !text.isEmpty
        case (.optionalText, .nothing), (.optionalText, .text), (.boolean, .boolean): true
        case (.integer(let range), .integer(let integer)): range.contains(integer)
        case (.number(let range), .integer(let integer)): range.contains(Double(integer))
        case (.number(let range), .number(let number)): range.contains(number)
        case (.choice(let names), .text(let text)): names.contains(text)
        case (.texts, .list(let values)): values.allSatisfy(SettingKind.text.accepts)
        case (.integers(let range), .list(let values)): values.allSatisfy(SettingKind.integer(range).accepts)
        case (.textMap, .map(let members)): members.allSatisfy { !$0.name.isEmpty && $0.value.isText }
        case (.maps, .list(let values)): values.allSatisfy(\.isMap)
        default: false
        }
    }

    /// The kind in words, as they follow "must be".
    var words: String {
        switch self {
        case .text: "text"
        case .optionalText: "text, or absent"
        case .integer(let range): "an integer \(Self.words(range))"
        case .number(let range): "a number \(Self.words(range))"
        case .boolean: "true or false"
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .texts: "a list of texts"
        case .integers(let range): "a list of integers \(Self.words(range))"
        case .textMap: "a map from text to text"
        case .maps: "a list of maps"
        }
    }

    /// The found value, as it follows ``words`` in an error; empty for a kind that may hold a token.
    func complaint(about text: String) -> String { self == .maps ? "" : ", and is “\(text)”" }

    private static func words(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max ? "from \(range.lowerBound) up" : "from \(range.lowerBound) to \(range.upperBound)"
    }

    private static func words(_ range: ClosedRange<Double>) -> String {
        "from \(range.lowerBound.formattedShortly) to \(range.upperBound.formattedShortly)"
    }
}

extension SettingValue {
    fileprivate var isText: Bool { if case .text = self { true } else { false } }
    fileprivate var isMap: Bool { if case .map = self { true } else { false } }
}

extension Double {
    /// Without a fraction where there is none.
    fileprivate var formattedShortly: String { Int(exactly: self).map(String.init) ?? String(self) }
}
