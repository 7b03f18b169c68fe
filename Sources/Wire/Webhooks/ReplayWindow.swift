import JSON
import Lists

/// The events that a replay is about, by their times.
public struct ReplayWindow: Sendable, Equatable {
    /// Milliseconds since 1970, UTC; the first that counts.
    public var since: Int64 = 0
    /// Milliseconds since 1970, UTC; the first that does not count any more. `nil` for all so far.
    public var until: Int64?

    init() {}
}

extension DraftDecoder {
    /// Reads the times of a replay.
    mutating func readReplay() throws(JSONSyntaxError) -> ReplayWindow {
        var window = ReplayWindow()
        var hasSince = false
        guard try enterBody() else { return window }
        while let key = try reader.nextKey() {
            switch WebhookKey(exactly: key) {
            case .since:
                hasSince = true
                window.since = try readTime(at: key) ?? 0
            case .until:
                if try reader.peekKind() == .null {
                    _ = try reader.scanValue()
                } else {
                    window.until = try readTime(at: key)
                }
            default: try passUnknown(key, in: "A replay")
            }
        }
        if !hasSince { note(.invalidValue, "A replay needs “since”, a time.", at: WebhookKey.since.rawValue) }
        if let until = window.until, until < window.since {
            note(.invalidValue, "“until” is not before “since”.", at: WebhookKey.until.rawValue)
        }
        return window
    }

    private mutating func readTime(at key: String) throws(JSONSyntaxError) -> Int64? {
        let span = try reader.scanValue()
        let time = reader.value(span).stringContent.flatMap { Timestamp.milliseconds($0) }
        if time == nil { note(.invalidValue, "“\(key)” is a time such as 2026-03-01T09:30:00Z.", at: key) }
        return time
    }
}
