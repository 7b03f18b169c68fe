/// A fault of percent-encoded text.
public enum PercentDecodingError: Error, Sendable, Equatable, CustomStringConvertible {
    case malformedEscape
    case invalidUTF8
    case nul

    public var description: String {
        switch self {
        case .malformedEscape: "a percent sign that two hexadecimal digits do not follow"
        case .invalidUTF8: "bytes that are not UTF-8"
        case .nul: "an encoded NUL character"
        }
    }
}
