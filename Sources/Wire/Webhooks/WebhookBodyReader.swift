import JSON
public import Lists

/// Reads the bodies that are about webhooks.
///
/// Each function throws `malformed-json`, else `too-large` for the body, else the first of `unknown-key`, `invalid-value` and
/// `limit-exceeded`, with a JSON pointer to what is wrong.
public enum WebhookBodyReader {
    /// Reads `{"url","events","lists","description","ordered","secret"}`, of which only `url` is required.
    public static func webhook(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) -> WebhookDraft {
        try DocumentBody.read(body, limits) { decoder throws(JSONSyntaxError) in try decoder.readWebhook() }
    }

    /// Reads `{"since","until"}`, RFC 3339 times of which `until` may be missing.
    public static func replay(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) -> ReplayWindow {
        try DocumentBody.read(body, limits) { decoder throws(JSONSyntaxError) in try decoder.readReplay() }
    }

    /// Makes sure that a body that says nothing is empty, or an empty object.
    public static func nothing(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) {
        if body.isEmpty { return }
        try DocumentBody.read(body, limits) { decoder throws(JSONSyntaxError) in
            guard try decoder.enterBody() else { return }
            while let key = try decoder.reader.nextKey() { try decoder.passUnknown(key, in: "This body") }
        }
    }
}
