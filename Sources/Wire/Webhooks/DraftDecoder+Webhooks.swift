import Lists
import NamePatterns

extension DraftDecoder {
    /// The most bytes of a webhook's description.
    private static let longestDescription = 1 << 10
    /// The most patterns of lists that a webhook has.
    private static let mostPatterns = 1_000
    private static let thing = "A webhook"

    /// Reads the document that makes a webhook; what is null takes its default, as what is absent does.
    mutating func readWebhook() throws(JSONSyntaxError) -> WebhookDraft {
        var draft = WebhookDraft()
        var hasURL = false
        guard try enterBody() else { return draft }
        while let key = try reader.nextKey() {
            switch WebhookKey(exactly: key) {
            case .url:
                hasURL = true
                try readURL(into: &draft)
            case .secret: draft.secret = try readSecret()
            case let known?: try readWebhookMember(known, key, into: &draft)
            case nil: try passUnknown(key, in: Self.thing)
            }
        }
        if !hasURL { note(.invalidValue, "A webhook needs a “url”.", at: WebhookKey.url.rawValue) }
        return draft
    }

    /// Reads a merge patch of a webhook into what it is now.
    ///
    /// - Returns: Whether the patch sets the URL.
    mutating func readWebhookPatch(into draft: inout WebhookDraft) throws(JSONSyntaxError) -> Bool {
        var hasURL = false
        guard try enterBody() else { return false }
        while let key = try reader.nextKey() {
            switch WebhookKey(exactly: key) {
            case .url:
                hasURL = true
                try readURL(into: &draft)
            case .secret, nil:
                let names = WebhookKey.changeable.map(\.rawValue).joined(separator: ", ")
                let name = String(key.unicodeScalars.prefix(200))
                note(.unknownKey, "A webhook has no “\(name)” to patch; it has \(names).", at: key)
                _ = try reader.scanValue()
            case let known?: try readWebhookMember(known, key, into: &draft)
            }
        }
        return hasURL
    }

    /// Reads a member that may be null.
    private mutating func readWebhookMember(
        _ known: WebhookKey, _ key: String, into draft: inout WebhookDraft
    ) throws(JSONSyntaxError) {
        let isNull = try reader.peekKind() == .null
        if isNull { _ = try reader.scanValue() }
        switch known {
        case .events: draft.events = isNull ? [] : try readEvents()
        case .lists: draft.lists = isNull ? [] : try readPatterns()
        case .description: draft.description = isNull ? "" : try readDescription()
        case .ordered: draft.isOrdered = isNull ? false : try readFlag(at: key)
        default:
            noteUnknown(key, in: Self.thing)
            if !isNull { _ = try reader.scanValue() }
        }
    }

    private mutating func readURL(into draft: inout WebhookDraft) throws(JSONSyntaxError) {
        guard try reader.peekKind() == .string else {
            _ = try reader.scanValue()
            note(.invalidValue, "A URL is a string.", at: WebhookKey.url.rawValue)
            return
        }
        draft.url = try reader.readString()
    }

    private mutating func readSecret() throws(JSONSyntaxError) -> String? {
        switch try reader.peekKind() {
        case .string: return try reader.readString()
        case .null: _ = try reader.scanValue()
        default:
            _ = try reader.scanValue()
            note(.invalidValue, "A secret is a string.", at: WebhookKey.secret.rawValue)
        }
        return nil
    }

    private mutating func readDescription() throws(JSONSyntaxError) -> String {
        let key = WebhookKey.description.rawValue
        guard try reader.peekKind() == .string else {
            _ = try reader.scanValue()
            note(.invalidValue, "A description is a string.", at: key)
            return ""
        }
        let text = try reader.readString()
        if text.utf8.count > Self.longestDescription {
            note(
                .limitExceeded, "A description has at most \(Self.longestDescription) bytes of UTF-8; this one has \(text.utf8.count).",
                at: key)
        }
        return text
    }

    private mutating func readFlag(at key: String) throws(JSONSyntaxError) -> Bool {
        let span = try reader.scanValue()
        if span.kind != .bool { note(.invalidValue, "“\(key)” is true or false.", at: key) }
        return span.kind == .bool && reader.value(span).text.utf8.first == UInt8(ascii: "t")
    }

    private mutating func readEvents() throws(JSONSyntaxError) -> [EventType] {
        let names = EventType.allCases.map(\.rawValue).joined(separator: ", ")
        return try readStrings(.events) { text in
            EventType.allCases.first { $0.rawValue.utf8.elementsEqual(text.utf8) }
        } refusal: { _ in
            "An event is one of \(names)."
        }
    }

    private mutating func readPatterns() throws(JSONSyntaxError) -> [NamePattern] {
        let patterns = try readStrings(.lists) { text in
            ListPattern.isPossible(text) ? NamePattern(text) : nil
        } refusal: { _ in
            "A list is named by 1 to 128 characters of a list's id, among which * stands for any run of them."
        }
        if patterns.count > Self.mostPatterns {
            note(.limitExceeded, "A webhook names at most \(Self.mostPatterns) lists.", at: WebhookKey.lists.rawValue)
        }
        return patterns
    }

    /// Reads an array of strings that each stand for something; one that stands twice counts once.
    private mutating func readStrings<Meaning: Equatable>(
        _ key: WebhookKey, _ meaning: (String) -> Meaning?, refusal: (String) -> String
    ) throws(JSONSyntaxError) -> [Meaning] {
        var found: [Meaning] = []
        guard try reader.peekKind() == .array else {
            note(.invalidValue, "“\(key.rawValue)” is an array of strings.", at: key.rawValue)
            _ = try reader.scanValue()
            return found
        }
        let root = place.root
        defer { place.root = root }
        var index = 0
        try reader.beginArray()
        while try reader.nextElement() {
            place.root = root.appending(key.rawValue).appending(index)
            index += 1
            let isString = try reader.peekKind() == .string
            let text = isString ? try reader.readString() : reader.value(try reader.scanValue()).text
            if isString, let known = meaning(text) {
                if !found.contains(known) { found.append(known) }
            } else {
                note(.invalidValue, refusal(text))
            }
        }
        return found
    }
}
