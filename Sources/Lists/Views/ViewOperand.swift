import JSON

/// A value that items are compared with.
struct ViewOperand: Sendable {
    let canonical: CanonicalJSON
    /// The value as an order compares it; `nil` where no order holds of it.
    let scalar: OrderedScalar?

    init(_ value: JSONText) {
        canonical = CanonicalJSON(value)
        scalar = OrderedScalar(value)
    }
}

/// A number or a string, in the order of RFC 9535: numbers by what they are worth, strings by their characters.
enum OrderedScalar: Sendable {
    case number(JSONNumber)
    case string(String)

    /// - Returns: `nil` for a value of another kind.
    init?(_ value: JSONText) {
        switch value.kind {
        case .number: self = .number(JSONNumber(value))
        case .string: self = .string(value.stringContent ?? "")
        default: return nil
        }
    }

    /// Compares two of one kind: below 0 where this comes first, 0 where they are equal; `nil` for others.
    func compared(to other: OrderedScalar) -> Int? {
        switch (self, other) {
        case (.number(let left), .number(let right)): left == right ? 0 : left < right ? -1 : 1
        case (.string(let left), .string(let right)):
            UTF8Text.areEqual(left, right) ? 0 : UTF8Text.isOrdered(left, before: right) ? -1 : 1
        default: nil
        }
    }
}
