import Foundations

/// The `Retry-After` field (RFC 9110, 10.2.3).
enum RetryAfter {
    /// How long it asks to wait, in milliseconds; `nil` where it asks for nothing: it is neither a number of seconds nor a date, or a date that has
    /// come.
    ///
    /// - Parameter now: Milliseconds since 1970, UTC.
    static func delay(_ field: String, now: Int64) -> Int64? {
        let text = ASCII.trimmingBlanks(field.utf8)
        guard !text.isEmpty, ASCII.areDigits(text) else {
            guard let date = HTTPDate.milliseconds(String(decoding: text, as: UTF8.self), now: now), date > now else { return nil }
            return date.subtractingSaturating(now)
        }
        return text.reduce(0 as Int64) { $0.multipliedSaturating(by: 10).addingSaturating(Int64($1 - UInt8(ascii: "0"))) }
            .multipliedSaturating(by: 1_000)
    }
}
