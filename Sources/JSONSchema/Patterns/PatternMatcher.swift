internal import CPCRE2

/// Runs patterns with one set of buffers, on one thread.
final class PatternMatcher {
    enum Outcome: Equatable {
        case matched, notMatched
        /// The pattern needs more steps for this text than it may take.
        case exceeded
    }

    /// Steps of PCRE2 that are one unit of work.
    private static let stepsPerUnit = 8
    /// Kilobytes for the states that PCRE2 goes back to.
    private static let heapLimit: UInt32 = 32_768

    private let context: OpaquePointer
    private let data: OpaquePointer

    /// `nil` where there is no memory.
    init?() {
        guard let context = pcre2_match_context_create_8(nil) else { return nil }
        guard let data = pcre2_match_data_create_8(1, nil) else {
            pcre2_match_context_free_8(context)
            return nil
        }
        pcre2_set_heap_limit_8(context, Self.heapLimit)
        (self.context, self.data) = (context, data)
    }

    deinit {
        pcre2_match_data_free_8(data)
        pcre2_match_context_free_8(context)
    }

    /// The most steps that a pattern may take on a text, so that their number grows as the text does.
    static func stepLimit(byteCount: Int) -> Int { 65_536 + 64 * min(byteCount, 1 << 24) }

    /// Looks for a pattern anywhere in a text.
    ///
    /// It tries with few steps first, and with eight times as many where they were not enough: PCRE2 does not say how many it took.
    ///
    /// - Parameter spend: Takes units of work, before they are done; false where there are none left.
    func search(_ pattern: Pattern, in text: String, spend: (Int) -> Bool) -> Outcome {
        var text = text
        return text.withUTF8 { bytes in
            let most = Self.stepLimit(byteCount: bytes.count)
            var limit = 64 + 4 * min(bytes.count, 1 << 24)
            while true {
                guard spend(limit / Self.stepsPerUnit * pattern.weight) else { return .exceeded }
                pcre2_set_match_limit_8(context, UInt32(clamping: limit))
                switch pcre2_match_8(pattern.code, bytes.baseAddress, bytes.count, 0, PCRE2_NO_UTF_CHECK, data, context) {
                case 0...: return .matched
                case PCRE2_ERROR_NOMATCH: return .notMatched
                case PCRE2_ERROR_MATCHLIMIT where limit < most: limit = min(most, limit * 8)
                default: return .exceeded
                }
            }
        }
    }
}
