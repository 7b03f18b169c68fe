/// What a request asked of a store and gave it.
struct Cost: Equatable, CustomStringConvertible {
    /// Nodes of trees that were read.
    var nodes = 0
    /// Revisions of items and sections that were read.
    var revisions = 0
    /// Names and steps upwards that were looked up.
    var lookups = 0
    /// Rows of a version: nodes, revisions, names and placements.
    var rows = 0
    /// Rows that the version leaves behind.
    var garbage = 0

    var description: String { "\(nodes) nodes, \(revisions) revisions, \(lookups) look-ups, \(rows) rows, \(garbage) left" }

    /// Whether nothing here is larger than in another cost by more than so many of each.
    func isAtMost(_ other: Cost, plus more: Int) -> Bool {
        nodes <= other.nodes + more && revisions <= other.revisions + more && lookups <= other.lookups + more && rows <= other.rows + more
            && garbage <= other.garbage + more
    }
}
