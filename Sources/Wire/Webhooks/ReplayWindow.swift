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

extension ReplayWindow {
    /// Reads the times of a replay.
    init(reading body: inout BodyReader) throws(JSONSyntaxError) {
        self.init()
        var hasSince = false
        guard try body.enterBody() else { return }
        while let key = try body.json.nextKey() {
            switch WebhookKey(exactly: key) {
            case .since:
                hasSince = true
                since = try Self.time(reading: &body, at: key) ?? 0
            case .until:
                if try body.json.peekKind() == .null {
                    try body.json.scanValue()
                } else {
                    until = try Self.time(reading: &body, at: key)
                }
            default: try body.passUnknown(key, in: "A replay")
            }
        }
        if !hasSince { body.note(.invalidValue, "A replay needs “since”, a time.", at: WebhookKey.since.rawValue) }
        if let until, until < since {
            body.note(.invalidValue, "“until” is not before “since”.", at: WebhookKey.until.rawValue)
        }
    }

    private static func time(reading body: inout BodyReader, at key: String) throws(JSONSyntaxError) -> Int64? {
        let time = try body.json.readValue().stringContent.flatMap { Timestamp.milliseconds($0) }
        if time == nil { body.note(.invalidValue, "“\(key)” is a time such as 2026-03-01T09:30:00Z.", at: key) }
        return time
    }
}
