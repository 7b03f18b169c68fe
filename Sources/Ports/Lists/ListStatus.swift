/// Whether an id was never used, is deleted, or has a list, and which versions can be read.
public enum ListStatus: Sendable, Equatable {
    /// No list has ever had the id.
    case unknown
    /// The last list of the id was deleted; its end took this version number.
    case ended(at: Int64)
    /// There is a list. Its first version is `base + 1`, its head `newest`, and it can be read from `oldest` on. It was made at
    /// `created`: milliseconds since 1970, UTC.
    case living(base: Int64, oldest: Int64, newest: Int64, created: Int64)

    /// The last version number that the id has used; 0 for none.
    public var lastVersion: Int64 {
        switch self {
        case .unknown: 0
        case .ended(let version): version
        case .living(_, _, let newest, _): newest
        }
    }

    /// When the list was made; `nil` where there is none.
    public var created: Int64? {
        guard case .living(_, _, _, let created) = self else { return nil }
        return created
    }

    /// Whether the way from a version to the one after it can be read: both are in the history, or the first is the empty list that the
    /// list was before its first version, and that one is.
    public func canRead(after version: Int64) -> Bool {
        guard case .living(let base, let oldest, let newest, _) = self, version < newest else { return false }
        return version >= oldest || (version == base && oldest == base + 1)
    }
}
