/// The revisions that this app's own writes have made: a later write on such an item was made over them, whatever the screen shows.
struct OwnRevisions: Sendable {
    private struct Chain {
        /// The revision that the first of these writes was made over.
        var base: ListVersion
        var revision: ListVersion
        /// The version of the list that has it.
        var version: ListVersion
    }

    /// Items that are remembered after the screen shows their revisions: a row may have been looked at before.
    static let most = 1_000

    private var chains: [ExactID: Chain] = [:]

    /// Takes what a write has made.
    mutating func learn(_ answer: WriteAnswer) {
        for made in answer.made {
            let id = ExactID(made.id)
            guard let known = chains[id] else {
                chains[id] = Chain(base: made.base, revision: made.revision, version: answer.version)
                continue
            }
            guard made.revision >= known.revision else { continue }
            // Somebody else has written in between where the second is not made over the first.
            let base = made.base <= known.revision ? min(known.base, made.base) : made.base
            chains[id] = Chain(base: base, revision: made.revision, version: max(answer.version, known.version))
        }
    }

    /// The answer with the revisions over which the first writes in a row on its items were made, so that it says all by itself.
    func joined(_ answer: WriteAnswer) -> WriteAnswer {
        var answer = answer
        for (index, made) in answer.made.enumerated() {
            guard let chain = chains[ExactID(made.id)], chain.revision == made.revision else { continue }
            answer.made[index].base = min(made.base, chain.base)
        }
        return answer
    }

    /// The revision that a write was made over, which is one of this app where only this app has written since.
    func newest(_ condition: PendingWrite.Condition) -> ListVersion {
        guard let chain = chains[ExactID(condition.id)], chain.base <= condition.revision else { return condition.revision }
        return max(chain.revision, condition.revision)
    }

    /// Forgets what the screen shows and no write needs, of more items than are remembered.
    mutating func forget(at screen: ListVersion, except needed: () -> Set<ExactID>) {
        guard chains.count > Self.most else { return }
        let needed = needed()
        chains = chains.filter { $0.value.version > screen || needed.contains($0.key) }
    }
}
