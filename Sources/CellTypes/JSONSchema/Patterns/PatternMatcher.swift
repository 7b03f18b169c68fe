internal import CPCRE2

/// Runs patterns with one set of buffers, on one thread.
final class PatternMatcher {
    enum Outcome: Equatable {
        case matched, notMatched
        /// The pattern needs more steps for this text than it may take.
        case exceeded
    }

    /// Steps of PCRE2 that are one unit of work.
    private static let stepsPerUnit = 4
    /// The alternatives that are followed side by side, at most, and the units of work of each character that they are followed over.
    private static let stateLimit = 128
    private static let unitsPerCharacter = 64
    /// Kilobytes for the states that PCRE2 goes back to.
    private static let heapLimit: UInt32 = 32_768

    private let context: OpaquePointer
    private let data: OpaquePointer
    /// Three numbers for each alternative, of this character and of the next, and two more.
    private let workspace = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 2 + 6 * stateLimit)

    /// `nil` where there is no memory.
    init?() {
        guard let context = pcre2_match_context_create_8(nil) else {
            workspace.deallocate()
            return nil
        }
        guard let data = pcre2_match_data_create_8(1, nil) else {
            pcre2_match_context_free_8(context)
            workspace.deallocate()
            return nil
        }
        pcre2_set_heap_limit_8(context, Self.heapLimit)
        (self.context, self.data) = (context, data)
    }

    deinit {
        pcre2_match_data_free_8(data)
        pcre2_match_context_free_8(context)
        workspace.deallocate()
    }

    /// The most steps that a pattern may take on a text, so that their number grows as the text does.
    static func stepLimit(byteCount: Int) -> Int { 8_192 + 64 * min(byteCount, 1 << 24) }

    /// Looks for a pattern anywhere in a text.
    ///
    /// It tries with few steps first, and with eight times as many where they were not enough: PCRE2 does not say how many it took. Then it
    /// follows all alternatives side by side, which goes over the text once; a pattern with too many of them, or that looks ahead or
    /// behind, goes on with more steps.
    ///
    /// - Parameter spend: Takes units of work, before they are done; false where there are none left.
    func search(_ pattern: Pattern, in text: String, spend: (Int) -> Bool) -> Outcome {
        var text = text
        return text.withUTF8 { bytes in
            let most = Self.stepLimit(byteCount: bytes.count)
            let least = 64 + 4 * min(bytes.count, 1 << 24)
            var limit = least
            while true {
                guard spend(limit / Self.stepsPerUnit * pattern.weight) else { return .exceeded }
                pcre2_set_match_limit_8(context, UInt32(clamping: limit))
                switch pcre2_match_8(pattern.code, bytes.baseAddress, bytes.count, 0, PCRE2_NO_UTF_CHECK, data, context) {
                case 0...: return .matched
                case PCRE2_ERROR_NOMATCH: return .notMatched
                case PCRE2_ERROR_MATCHLIMIT where limit < most:
                    if limit == least * 8 {
                        guard spend(bytes.count * Self.unitsPerCharacter * pattern.weight) else { return .exceeded }
                        if let isFound = follow(pattern, in: bytes) { return isFound ? .matched : .notMatched }
                    }
                    limit = min(most, limit * 8)
                default: return .exceeded
                }
            }
        }
    }

    /// Follows all alternatives of a pattern side by side.
    ///
    /// - Returns: Whether it matches; `nil` where there are too many alternatives, or some of them are beside the text's own order.
    private func follow(_ pattern: Pattern, in bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        // Each look ahead or behind is a call of its own, over as much of the text as it likes.
        pcre2_set_match_limit_8(context, 1)
        let outcome = pcre2_dfa_match_8(
            pattern.code, bytes.baseAddress, bytes.count, 0, PCRE2_NO_UTF_CHECK | PCRE2_DFA_SHORTEST, data, context, workspace.baseAddress,
            workspace.count)
        return outcome >= 0 ? true : outcome == PCRE2_ERROR_NOMATCH ? false : nil
    }
}
