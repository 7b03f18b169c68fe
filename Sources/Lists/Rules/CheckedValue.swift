public import JSON

/// A value that was held to the rules before its turn, and the outcome.
///
/// It decides nothing: whoever applies the value uses it only where value, type and rules are the same.
public struct CheckedValue: Sendable {
    let value: JSONText
    let type: String
    let version: Int64
    public let faults: [ItemFault]

    /// - Parameter type: The type of its item's own.
    public init(_ value: JSONText, type: String, by rules: ItemRules) {
        self.value = value
        self.type = type
        version = rules.version
        faults = rules.faults(of: value, type: type, limit: ItemRuleError.most)
    }

    func isOf(_ value: JSONText, type: String, by rules: ItemRules) -> Bool {
        version == rules.version && UTF8Text.areEqual(self.type, type) && self.value == value
    }
}
