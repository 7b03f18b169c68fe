/// The revisions of items, or of sections, that an edit made and those that it left behind. One that is made and replaced within the edit
/// never leaves it.
struct EditRevisions<Revision> {
    private(set) var made = KeyedRun<Revision>()
    private var left: [(key: RevisionKey, bytes: Int64?)] = []
    /// Revisions that were left behind first and that their thing has again.
    private var restored: Set<RevisionKey> = []

    /// The revisions left behind, with the bytes of those that were read.
    var retired: [(key: RevisionKey, bytes: Int64?)] {
        restored.isEmpty ? left : left.filter { !restored.contains($0.key) }
    }

    subscript(_ key: RevisionKey) -> Revision? { made[key] }

    mutating func add(_ revision: Revision, _ key: RevisionKey) { made.set(revision, for: key) }

    /// Leaves a revision behind.
    ///
    /// - Parameter bytes: Of its id and what it shows; `nil` where it was not read.
    mutating func retire(_ key: RevisionKey, bytes: Int64?) {
        if made.remove(key) == nil, restored.isEmpty || restored.remove(key) == nil { left.append((key, bytes)) }
    }

    /// Takes back that a revision was left behind.
    mutating func restore(_ key: RevisionKey) { restored.insert(key) }
}
