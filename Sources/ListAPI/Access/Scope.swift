/// What a token may do. Each scope may also do what those before it may.
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
