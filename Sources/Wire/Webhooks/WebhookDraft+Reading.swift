import Foundations
import JSON
import Lists
import Ports

extension WebhookDraft {
    /// The most bytes of a webhook's description.
    private static let longestDescription = 1 << 10
    /// The most events, and the most patterns of lists, that a webhook names.
    private static let mostNames = 1_000
    private static let thing = "A webhook"

    /// Reads the document that makes a webhook; what is null takes its default, as what is absent does.
    init(reading body: inout BodyReader) throws(JSONSyntaxError) {
        self.init()
        var hasURL = false
        guard try body.enterBody() else { return }
        while let key = try body.json.nextKey() {
            switch WebhookKey(exactly: key) {
            case .url:
                hasURL = true
                try readURL(from: &body)
            case .secret: secret = try Self.secret(reading: &body)
            case let known?: try readMember(known, key, from: &body)
            case nil: try body.passUnknown(key, in: Self.thing)
            }
        }
        if !hasURL { body.note(.invalidValue, "A webhook needs a “url”.", at: WebhookKey.url.rawValue) }
    }

    /// Reads a merge patch of a webhook into what it is now.
    ///
    /// - Returns: Whether the patch sets the URL.
    mutating func readPatch(from body: inout BodyReader) throws(JSONSyntaxError) -> Bool {
        var hasURL = false
        guard try body.enterBody() else { return false }
        while let key = try body.json.nextKey() {
            switch WebhookKey(exactly: key) {
            case .url:
                hasURL = true
                try readURL(from: &body)
            case .secret, nil:
                let names = WebhookKey.changeable.map(\.rawValue).joined(separator: ", ")
                let name = String(key.unicodeScalars.prefix(200))
                body.note(.unknownKey, "A webhook has no “\(name)” to patch; it has \(names).", at: key)
                try body.json.scanValue()
            case let known?: try readMember(known, key, from: &body)
            }
        }
        return hasURL
    }

    /// Reads a member that may be null.
    private mutating func readMember(_ known: WebhookKey, _ key: String, from body: inout BodyReader) throws(JSONSyntaxError) {
        let isNull = try body.json.peekKind() == .null
        if isNull { try body.json.scanValue() }
        switch known {
        case .events: events = isNull ? [] : try Self.events(reading: &body)
        case .lists: lists = isNull ? [] : try Self.patterns(reading: &body)
        case .description: description = isNull ? "" : try Self.description(reading: &body)
        case .ordered: isOrdered = isNull ? false : try Self.flag(reading: &body, at: key)
        default:
            body.note(.unknownKey, "\(Self.thing) has no key “\(String(key.unicodeScalars.prefix(200)))”.", at: key)
            if !isNull { try body.json.scanValue() }
        }
    }

    private mutating func readURL(from body: inout BodyReader) throws(JSONSyntaxError) {
        guard try body.json.peekKind() == .string else {
            try body.json.scanValue()
            body.note(.invalidValue, "A URL is a string.", at: WebhookKey.url.rawValue)
            return
        }
        url = try body.json.readString()
    }

    private static func secret(reading body: inout BodyReader) throws(JSONSyntaxError) -> String? {
        switch try body.json.peekKind() {
        case .string: return try body.json.readString()
        case .null: try body.json.scanValue()
        default:
            try body.json.scanValue()
            body.note(.invalidValue, "A secret is a string.", at: WebhookKey.secret.rawValue)
        }
        return nil
    }

    private static func description(reading body: inout BodyReader) throws(JSONSyntaxError) -> String {
        let key = WebhookKey.description.rawValue
        guard try body.json.peekKind() == .string else {
            try body.json.scanValue()
            body.note(.invalidValue, "A description is a string.", at: key)
            return ""
        }
        let text = try body.json.readString()
        if text.utf8.count > longestDescription {
            body.note(
                .limitExceeded, "A description has at most \(longestDescription) bytes of UTF-8; this one has \(text.utf8.count).",
                at: key)
        }
        return text
    }

    private static func flag(reading body: inout BodyReader, at key: String) throws(JSONSyntaxError) -> Bool {
        let span = try body.json.scanValue()
        if span.kind != .bool { body.note(.invalidValue, "“\(key)” is true or false.", at: key) }
        return span.kind == .bool && body.json.value(span).text.utf8.first == UInt8(ascii: "t")
    }

    private static func events(reading body: inout BodyReader) throws(JSONSyntaxError) -> [EventType] {
        let names = EventType.allCases.map(\.rawValue).joined(separator: ", ")
        return try strings(.events, reading: &body, refusal: "An event is one of \(names).") { text in
            EventType.allCases.first { $0.rawValue.utf8.elementsEqual(text.utf8) }
        }
    }

    private static func patterns(reading body: inout BodyReader) throws(JSONSyntaxError) -> [NamePattern] {
        let refusal = "A list is named by 1 to 128 characters of a list's id, among which * stands for any run of them."
        return try strings(.lists, reading: &body, refusal: refusal) { text in
            ListPattern.isPossible(text) ? NamePattern(text) : nil
        }
    }

    /// Reads an array of strings that each stand for something; one that stands twice counts once.
    ///
    /// Elements behind the first wrong one, or behind one too many, are skipped.
    private static func strings<Meaning: Hashable>(
        _ key: WebhookKey, reading body: inout BodyReader, refusal: String, _ meaning: (String) -> Meaning?
    ) throws(JSONSyntaxError) -> [Meaning] {
        var found: [Meaning] = []
        guard try body.enterArray(key.rawValue, of: " of strings") else { return found }
        var seen: Set<Meaning> = []
        var index = -1
        var isRefused = false
        while try body.json.nextElement() {
            index += 1
            let span = try body.json.scanValue()
            if isRefused { continue }
            guard let known = body.json.value(span).stringContent.flatMap(meaning) else {
                body.note(.invalidValue, refusal, inside: key.rawValue, index)
                isRefused = true
                continue
            }
            guard seen.insert(known).inserted else { continue }
            found.append(known)
            guard found.count > mostNames else { continue }
            body.note(.limitExceeded, "“\(key.rawValue)” has at most \(mostNames) names.", at: key.rawValue)
            isRefused = true
        }
        return found
    }
}
