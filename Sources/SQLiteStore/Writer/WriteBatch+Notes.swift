import Lists
import Ports

extension WriteBatch {
    /// The notes of the batch's entry.
    var notes: EntryNotes {
        var notes = EntryNotes()
        notes.lists = (hasViews ? viewsFirst : dirty).map { EntryNotes.List(id: $0.id, number: $0.row.number) }
        notes.commits = commits.map(Self.note)
        notes.displaced = displaced
        notes.responses = state.storedResponses.growth ?? [:]
        notes.change = state.outbox.change
        return notes
    }

    private static func note(_ commit: ListCommit) -> EntryNotes.Commit {
        switch commit.change {
        case .version(let new, let old):
            EntryNotes.Commit(id: commit.id, change: .version(new.version, after: old?.version), number: new.head.number)
        case .restart(let new): EntryNotes.Commit(id: commit.id, change: .restart(new.version), number: new.head.number)
        case .end(let version): EntryNotes.Commit(id: commit.id, change: .end(version))
        case .interaction(let sequence): EntryNotes.Commit(id: commit.id, change: .interaction(sequence))
        }
    }
}
