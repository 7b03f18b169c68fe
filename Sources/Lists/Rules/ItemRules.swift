public import JSON

/// The rules for the values of items, beside the rules of their list: the schemas of their cell types, as of one version of the registry.
///
/// Any thread may ask them. Every check of an item against its type is one of the methods here.
public struct ItemRules: Sendable {
    /// The faults that a check of a value before its turn found. They decide nothing: whoever applies the value uses it only where value, type and rules are
    /// the same.
    public struct Outcome: Sendable {
        fileprivate let value: JSONText
        fileprivate let type: String
        fileprivate let version: Int64
        /// At most ``ItemRuleError/most``; empty where the value is as the rules say.
        public let faults: [ItemFault]
    }

    /// Another one where the rules may say something else of the same value.
    public let version: Int64
    private let find: @Sendable (JSONText, String, Int) -> [ItemFault]

    /// - Parameter find: Returns the faults in a value of an item that has a type of its own, at most as many as the number, in a fixed
    ///   order.
    public init(version: Int64, _ find: @escaping @Sendable (_ value: JSONText, _ type: String, _ limit: Int) -> [ItemFault]) {
        self.version = version
        self.find = find
    }

    /// Returns the faults in a value of an item that has a type of its own; empty if there are none. At most `limit`, in a fixed order.
    public func faults(of value: JSONText, type: String, limit: Int) -> [ItemFault] { find(value, type, limit) }

    /// Checks a value before its turn.
    ///
    /// - Parameter type: The type of its item's own.
    public func outcome(of value: JSONText, type: String) -> Outcome {
        Outcome(value: value, type: type, version: version, faults: faults(of: value, type: type, limit: ItemRuleError.most))
    }

    /// Adds the faults of a value to an error that has not as many as it names.
    ///
    /// - Parameter earlier: The outcome of an earlier check, which counts where it is of the same value, type and rules.
    public func check(
        _ value: JSONText, type: String, at subject: ListError.Subject?, _ earlier: Outcome? = nil, into error: inout ItemRuleError
    ) {
        guard error.remaining > 0 else { return }
        if let earlier, earlier.version == version, UTF8Text.areEqual(earlier.type, type), earlier.value == value {
            error.add(earlier.faults, of: subject)
        } else {
            error.add(faults(of: value, type: type, limit: error.remaining), of: subject)
        }
    }

    /// Adds the faults of an item that names its type.
    public func check(_ item: ItemDraft, at subject: ListError.Subject, into error: inout ItemRuleError) {
        guard case .named(let type) = item.type else { return }
        check(item.value, type: type, at: subject, into: &error)
    }

    /// Checks the items of a document that name their type.
    ///
    /// - Throws: ``ItemRuleError``, with the positions in the document.
    public func check(_ draft: ListDraft) throws(ItemRuleError) {
        var error = ItemRuleError()
        for (index, section) in draft.sections.enumerated() where error.remaining > 0 {
            for (row, item) in section.items.enumerated() {
                check(item, at: .item(IndexPath(section: index, row: row)), into: &error)
            }
        }
        try error.throwIfAny()
    }
}
