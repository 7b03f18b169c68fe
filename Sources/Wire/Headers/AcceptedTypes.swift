import Foundations

/// An `Accept` header's word on one media type (RFC 9110, 12.5.1). Its bytes are read in place, since every request of a browser has it.
///
/// Parameters of a type do not count, beside its weight; neither does an element that is malformed.
public struct AcceptedTypes: Sendable {
    /// How exactly the range that decides names the type.
    private enum Exactness: Int {
        /// `*/*`.
        case everything = 1
        /// `type/*`.
        case group
        case type
    }

    private var decided: Exactness?
    private var isTaken = true

    /// Reads a header's value. The range that names the type most exactly decides; of two alike the first. Without any range every type is
    /// taken.
    ///
    /// - Parameter essence: Type and subtype in small letters: `application/json`.
    public init(of essence: String, in value: UnsafeRawBufferPointer) {
        var essence = essence
        essence.withUTF8 { wanted in
            // Most clients name one type, the wanted one or any.
            if Self.isEverything(value) { return decided = .everything }
            if value.count == wanted.count, Self.isBeginning(value, of: UnsafeRawBufferPointer(wanted)) { return decided = .type }
            HeaderElements.forEach(in: value, at: ",") { element in
                let (range, parameters) = HeaderElements.halves(of: element, at: ";")
                guard Self.isRange(range) else { return }
                if decided == nil { isTaken = false }
                guard let exactness = Self.exactness(of: range, for: UnsafeRawBufferPointer(wanted)) else { return }
                guard exactness.rawValue > decided?.rawValue ?? 0 else { return }
                (decided, isTaken) = (exactness, !HeaderElements.hasZeroWeight(parameters))
            }
        }
    }

    /// Whether an answer of that type is taken.
    public var takes: Bool { isTaken }

    /// Whether an answer of that type is asked for by its name, or as `text/*`; `*/*` asks for nothing by name.
    public var names: Bool { isTaken && decided.map { $0 != .everything } ?? false }

    /// Whether a text is `*/*`.
    private static func isEverything(_ text: UnsafeRawBufferPointer) -> Bool {
        text.count == 3 && text[0] == UInt8(ascii: "*") && text[1] == UInt8(ascii: "/") && text[2] == UInt8(ascii: "*")
    }

    /// Whether a text is a token, a slash and a token.
    private static func isRange(_ text: UnsafeRawBufferPointer) -> Bool {
        let (type, subtype) = HeaderElements.halves(of: text, at: "/")
        return HeaderScanner.isToken(type) && HeaderScanner.isToken(subtype)
    }

    private static func exactness(of range: UnsafeRawBufferPointer, for wanted: UnsafeRawBufferPointer) -> Exactness? {
        if range.count == wanted.count, isBeginning(range, of: wanted) { return .type }
        guard range.count > 2, range[range.count - 1] == UInt8(ascii: "*"), range[range.count - 2] == UInt8(ascii: "/") else { return nil }
        if isBeginning(UnsafeRawBufferPointer(rebasing: range.dropLast()), of: wanted) { return .group }
        return isEverything(range) ? .everything : nil
    }

    /// Whether a text is the beginning of one in small letters, but for the case of its letters.
    private static func isBeginning(_ text: UnsafeRawBufferPointer, of wanted: UnsafeRawBufferPointer) -> Bool {
        guard text.count <= wanted.count else { return false }
        for index in 0..<text.count where ASCII.lowercased(text[index]) != wanted[index] { return false }
        return true
    }
}
