import JSON
import Lists
import NamePatterns
import Ports

extension DraftDecoder {
    /// The most bytes of a webhook's description.
    private static let longestDescription = 1 << 10
    /// The most events, and the most patterns of lists, that a webhook names.
    private static let mostNames = 1_000
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
        try readStrings(.lists) { text in
            ListPattern.isPossible(text) ? NamePattern(text) : nil
        } refusal: { _ in
            "A list is named by 1 to 128 characters of a list's id, among which * stands for any run of them."
        }
    }

    /// Reads an array of strings that each stand for something; one that stands twice counts once.
    ///
    /// What follows the first one that is wrong, or one too many, is passed.
    private mutating func readStrings<Meaning: Hashable>(
        _ key: WebhookKey, _ meaning: (String) -> Meaning?, refusal: (String) -> String
    ) throws(JSONSyntaxError) -> [Meaning] {
        var found: [Meaning] = []
        guard try reader.peekKind() == .array else {
            note(.invalidValue, "“\(key.rawValue)” is an array of strings.", at: key.rawValue)
            _ = try reader.scanValue()
            return found
        }
        var seen: Set<Meaning> = []
        var index = 0
        var isRefused = false
        try reader.beginArray()
        while try reader.nextElement() {
            defer { index += 1 }
            guard !isRefused, try reader.peekKind() == .string else {
                let text = reader.value(try reader.scanValue()).text
                if !isRefused { noteString(index, of: key, .invalidValue, refusal(text)) }
                isRefused = true
                continue
            }
            let text = try reader.readString()
            guard let known = meaning(text) else {
                noteString(index, of: key, .invalidValue, refusal(text))
                isRefused = true
                continue
            }
            guard seen.insert(known).inserted else { continue }
            found.append(known)
            guard found.count > Self.mostNames else { continue }
            note(.limitExceeded, "“\(key.rawValue)” has at most \(Self.mostNames) names.", at: key.rawValue)
            isRefused = true
        }
        return found
    }

    private mutating func noteString(_ index: Int, of key: WebhookKey, _ slug: ProblemSlug, _ detail: String) {
        let root = place.root
        place.root = root.appending(key.rawValue).appending(index)
        note(slug, detail)
        place.root = root
    }
}
