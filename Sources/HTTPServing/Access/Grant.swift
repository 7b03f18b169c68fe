public import NamePatterns

/// What the sender of a request may do, and under which name.
public struct Grant: Sendable, Equatable {
    /// Tells the senders apart; no two have the same.
    public let name: String
    public let scope: Scope
    /// The lists in reach; `nil` for all.
    public let lists: [NamePattern]?

    public init(name: String, scope: Scope, lists: [NamePattern]? = nil) {
        self.name = name
        self.scope = scope
        self.lists = lists
    }

    /// Whether a list is in reach, be it there or not.
    public func reaches(_ list: String) -> Bool {
        lists?.contains { $0.matches(list) } ?? true
    }
}
