/// What there is of a list's id: the versions that its newest life has.
public enum ListStanding: Sendable, Equatable {
    /// No list has ever had the id.
    case unknown
    /// The last list of the id was deleted; its end took this version number.
    case ended(at: Int64)
    /// There is a list. Its first version is `base + 1`, its head `newest`, and it can be read from `oldest` on.
    case living(base: Int64, oldest: Int64, newest: Int64)

    /// The last version number that the id has used; 0 for none.
    public var lastVersion: Int64 {
        switch self {
        case .unknown: 0
        case .ended(let version): version
        case .living(_, _, let newest): newest
        }
    }

    /// Whether the way from a version to the one after it can be read: both are in the history, or the first is the empty list that the
    /// list was before its first version, and that one is.
    public func canRead(after version: Int64) -> Bool {
        guard case .living(let base, let oldest, let newest) = self, version < newest else { return false }
        return version >= oldest || (version == base && oldest == base + 1)
    }
}
