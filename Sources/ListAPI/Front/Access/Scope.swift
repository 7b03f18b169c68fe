/// The permissions of a token. Each scope includes the scopes before it.
public enum Scope: String, Sendable, CaseIterable, Comparable {
    case read
    case write
    case admin

    public static func < (left: Scope, right: Scope) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .read: 0
        case .write: 1
        case .admin: 2
        }
    }
}
