public import Foundations
public import HTTPServing

/// The permissions of a request's sender, and the sender's name.
public final class Grant: Principal, Equatable {
    public let name: String
    public let scope: Scope
    /// The lists in reach; `nil` for all.
    public let lists: [NamePattern]?
    /// When it ends, in milliseconds since 1970; `nil` for never. It is no part of what is granted.
    let notAfter: Int64?

    public convenience init(name: String, scope: Scope, lists: [NamePattern]? = nil) {
        self.init(name: name, scope: scope, lists: lists, notAfter: nil)
    }

    init(name: String, scope: Scope, lists: [NamePattern]?, notAfter: Int64?) {
        self.name = name
        self.scope = scope
        self.lists = lists
        self.notAfter = notAfter
    }

    public static func == (left: Grant, right: Grant) -> Bool {
        left.name == right.name && left.scope == right.scope && left.lists == right.lists
    }

    /// Whether a list is in reach, be it there or not.
    public func reaches(_ list: String) -> Bool {
        lists?.contains { $0.matches(list) } ?? true
    }
}

extension Request {
    /// The sender's permissions; `nil` when authentication is off, and everybody may do everything.
    public var grant: Grant? { principal as? Grant }
}
