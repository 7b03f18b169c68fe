/// The media types that an `Accept` header takes (RFC 9110, 12.5.1).
///
/// Parameters of a type do not count, beside its weight; neither does an element that is malformed.
public struct AcceptedTypes: Sendable {
    private struct Range {
        /// `type/subtype` in small letters; either may be `*`.
        let essence: String
        let isTaken: Bool
    }

    private let ranges: [Range]

    public init(parsing value: String) {
        ranges = HeaderElements.split(value[...].utf8, at: ",").compactMap { element in
            let parts = HeaderElements.split(element, at: ";")
            guard let essence = parts.first.flatMap({ MediaType(parsing: String(Substring($0))) })?.essence else { return nil }
            return Range(essence: essence, isTaken: !parts.dropFirst().contains(where: HeaderElements.isZeroWeight))
        }
    }

    /// Whether an answer of that type is taken. The range that says most about it decides; without any range every type is taken.
    ///
    /// - Parameter essence: Type and subtype in small letters: `application/json`.
    public func takes(_ essence: String) -> Bool {
        if ranges.isEmpty { return true }
        let type = essence.prefix { $0 != "/" }
        for candidate in [essence, "\(type)/*", "*/*"] {
            if let range = ranges.first(where: { $0.essence == candidate }) { return range.isTaken }
        }
        return false
    }

    /// Whether an answer of that type is asked for by its name, or as `text/*`; `*/*` asks for nothing by name.
    ///
    /// - Parameter essence: As in ``takes(_:)``.
    public func names(_ essence: String) -> Bool {
        let type = essence.prefix { $0 != "/" }
        return ranges.contains { $0.essence == essence || $0.essence == "\(type)/*" } && takes(essence)
    }
}
