/// Items of a write are not what the rules say: a few of their faults, in the order of the request.
public struct ItemRuleError: Error, Sendable, Equatable {
    /// The most faults that one error names.
    public static let most = 100

    /// A fault, and the item that has it.
    public struct Entry: Sendable, Equatable {
        /// The item's place, counted as the request counts; `nil` if the request is about this item alone.
        public let subject: ListError.Subject?
        public let fault: ItemFault

        public init(_ subject: ListError.Subject?, _ fault: ItemFault) {
            self.subject = subject
            self.fault = fault
        }
    }

    /// At least one, at most ``most``.
    public private(set) var entries: [Entry]

    /// - Parameter entries: The faults; the initialiser drops those beyond ``most``.
    public init(_ entries: [Entry]) {
        self.entries = Array(entries.prefix(Self.most))
    }

    /// The same about items that are counted in another way.
    public func located(_ subject: (ListError.Subject?) -> ListError.Subject?) -> ItemRuleError {
        ItemRuleError(entries.map { Entry(subject($0.subject), $0.fault) })
    }
}

/// Collects faults until there are as many as an error names.
public struct ItemFaults: Sendable {
    public private(set) var entries: [ItemRuleError.Entry] = []

    public init() {}

    /// How many more are wanted.
    public var room: Int { ItemRuleError.most - entries.count }

    public mutating func add(_ faults: [ItemFault], of subject: ListError.Subject?) {
        entries += faults.prefix(room).map { ItemRuleError.Entry(subject, $0) }
    }

    /// - Throws: ``ItemRuleError`` where there are some.
    public func check() throws(ItemRuleError) {
        if !entries.isEmpty { throw ItemRuleError(entries) }
    }
}
