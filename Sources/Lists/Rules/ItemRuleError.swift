/// Items of a write are not what the rules say: a few of their faults, in the order of the request.
public struct ItemRuleError: Error, Sendable, Equatable {
    /// The most faults that one error names.
    public static let most = 100

    /// A fault, and the item that has it.
    public struct Entry: Sendable, Equatable {
        /// The item's position, counted as the request counts; `nil` if the request is about this item alone.
        public let subject: ListError.Subject?
        public let fault: ItemFault
    }

    /// At most ``most``. None while nothing is wrong; an error that is thrown has at least one.
    public private(set) var entries: [Entry] = []

    /// An error that collects faults.
    public init() {}

    /// Faults that it takes beside those that it has.
    public var remaining: Int { Self.most - entries.count }

    /// Adds the faults of an item; those beyond ``most`` are dropped.
    public mutating func add(_ faults: [ItemFault], of subject: ListError.Subject?) {
        entries += faults.prefix(remaining).map { Entry(subject: subject, fault: $0) }
    }

    /// - Throws: Itself where it has faults.
    public func throwIfAny() throws(ItemRuleError) {
        if !entries.isEmpty { throw self }
    }

    /// The same about items that are counted in another way.
    public func located(_ subject: (ListError.Subject?) -> ListError.Subject?) -> ItemRuleError {
        var error = self
        error.entries = entries.map { Entry(subject: subject($0.subject), fault: $0.fault) }
        return error
    }
}
