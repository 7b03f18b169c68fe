@testable import Lists

extension FollowedList {
    /// Applies what turns the version that this is into another.
    ///
    /// - Parameter target: What the other version is.
    /// - Throws: ``BatchUpdates/Defect`` where a list view would not take it, or something else comes of it.
    mutating func apply(_ changeset: Changeset, of snapshot: ListSnapshot, target: FollowedList) throws {
        guard changeset.stages.count <= 3 else { throw BatchUpdates.Defect("\(changeset.stages.count) stages") }
        let known = itemIDs
        for (index, stage) in changeset.stages.enumerated() {
            let batch = BatchUpdates(
                stage: stage,
                arriving: { id in
                    target.sections.first { $0.id == id }?.items.filter { !known.contains($0.id) } ?? []
                },
                content: { item in
                    var content: Item?
                    try snapshot.readItems([item]) { _, stored in content = Item(stored, type: snapshot.type(of: item)) }
                    guard let content else { throw BatchUpdates.Defect("no revision") }
                    return content
                },
                counts: index == changeset.stages.count - 1 ? target.sections.map(\.items.count) : nil)
            try batch.perform(on: &self)
        }
        guard self == target else { throw BatchUpdates.Defect("\(self) came out, not \(target)") }
    }
}
