import JSON
public import Lists
public import Ports

/// A merge patch (RFC 7396) over what a webhook wants.
public struct WebhookPatch: Sendable {
    private let patch: JSONText
    private let limits: ContentLimits

    /// - Throws: `malformed-json`, for an empty body too, or `too-large`.
    public init(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) {
        patch = try ValueBodyReader.patch(body, limits: limits, envelope: 1)
        self.limits = limits
    }

    /// Applies the patch to a webhook; a member that is null takes its default, but for the URL, which has none.
    ///
    /// - Throws: `unknown-key`, `invalid-value` or `limit-exceeded` with a pointer into the patch.
    public func applied(to webhook: Webhook) throws(RequestProblem) -> WebhookDraft {
        try applied(to: WebhookDraft(webhook)).draft
    }

    /// The URL that the patch sets, whatever it is applied to; `nil` where it sets none.
    ///
    /// - Throws: As ``applied(to:)``.
    public func url() throws(RequestProblem) -> String? {
        let (draft, setsURL) = try applied(to: WebhookDraft())
        return setsURL ? draft.url : nil
    }

    private func applied(to old: WebhookDraft) throws(RequestProblem) -> (draft: WebhookDraft, setsURL: Bool) {
        try BodyReader.readBody(patch.text.utf8.span, limits) { body throws(JSONSyntaxError) in
            var draft = old
            let setsURL = try draft.readPatch(from: &body)
            return (draft: draft, setsURL: setsURL)
        }
    }
}
