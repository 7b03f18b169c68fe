internal import CPCRE2
import Foundations

/// A regular expression of ECMA-262 with the flag `u`, compiled by PCRE2.
///
/// ``PatternMatcher`` runs it, in steps that are counted. Any thread may use it: compiled code is only read.
final class Pattern: Sendable {
    /// PCRE2's code, which its functions only read; freed with the pattern.
    private let compiled: SendablePointer<OpaquePointer>
    /// How many times as much as another pattern's a step of this one may take.
    let weight: Int

    /// - Throws: ``PatternError`` where it is none, or has something that PCRE2 does not know or bound.
    init(_ pattern: String) throws(PatternError) {
        let translation = try PatternTranslator.translate(pattern)
        var error: Int32 = 0
        var offset = 0
        let text = Array(translation.text.utf8)
        // Possessive loops would pass characters without counting them.
        let options = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_AUTO_POSSESS
        guard let code = pcre2_compile_8(text, text.count, options, &error, &offset, nil) else {
            throw PatternError(message: Self.message(of: error))
        }
        compiled = SendablePointer(code)
        weight = translation.weight
    }

    var code: OpaquePointer { compiled.value }

    /// The bytes of the compiled code, which repeats what is repeated.
    var byteCount: Int {
        var size = 0
        return pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_SIZE), &size) == 0 ? size : 0
    }

    deinit { pcre2_code_free_8(code) }

    private static func message(of error: Int32) -> String {
        var text = [UInt8](repeating: 0, count: 128)
        let count = pcre2_get_error_message_8(error, &text, text.count)
        return count > 0 ? String(decoding: text.prefix(Int(count)), as: UTF8.self) : "error \(error) of PCRE2"
    }
}
