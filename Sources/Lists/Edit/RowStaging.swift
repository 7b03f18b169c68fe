/// Where the finished rows of a long write go.
struct RowStaging {
    /// About how many rows go at a time.
    let limit: Int
    let store: (VersionRows) throws -> Void
}
