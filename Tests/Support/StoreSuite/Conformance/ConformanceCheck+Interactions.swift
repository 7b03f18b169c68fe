import Lists
import Ports

extension ConformanceCheck {
    /// What a test's write refuses with.
    private struct Refusal: Error {}

    static let interactions = [
        ConformanceCheck("counts a list's interactions without a gap, in a burst of writes too, and reads them back in pages") { store in
            let (id, other) = (try listID("watched"), try listID("other"))
            for list in [id, other] { try store.put(.counting(1), into: list) }
            for count in 1...40 {
                store.write(id, { _ = try $0.record(.itemSelected) { Array("\($0.sequence) of \(count)".utf8) } }, completion: { _ in })
                if count % 4 == 0 { store.write(other, { _ = try $0.record(.itemAction) { _ in [] } }, completion: { _ in }) }
            }
            try expectEqual(store.select(in: id), 41, "the last sequence")
            try expectEqual(store.select(in: other, type: .itemDeselected), 11, "the last sequence of another list")
            var found: [InteractionPage.Entry] = []
            var hasMore = true
            while hasMore {
                let page = try store.interactions(of: id, after: found.last?.sequence, limit: 7)
                try expect(page.interactions.count == 7 || !page.hasMore, "a page of \(page.interactions.count) has more")
                found += page.interactions
                hasMore = page.hasMore
            }
            try expectEqual(found.map(\.sequence), Array(1...41), "the sequences")
            try expectEqual(found.dropLast().map { String(decoding: $0.data, as: UTF8.self) }, (1...40).map { "\($0) of \($0)" }, "data")
            for after: Int64 in [41, 42, .max] {
                let page = try store.interactions(of: id, after: after, limit: 9)
                try expectEqual(page, InteractionPage(interactions: [], hasMore: false), "what follows \(after)")
            }
            try expectEqual(store.interactions(of: id, after: 0, limit: 2).interactions.map(\.sequence), [1, 2], "what follows 0")
            try expectEqual(store.interactions(of: id, after: nil, limit: 41).hasMore, false, "more than all")
        },
        ConformanceCheck("makes no version for an interaction, and wants a list for it") { store in
            let id = try listID("watched")
            try expectError(.listNotFound, "without a list") { try store.select(in: id) }
            try expectError(.listNotFound, "reading without a list") { try store.interactions(of: id, after: nil, limit: 9) }
            try store.put(.counting(2), into: id)
            try expectEqual(store.interactions(of: id, after: nil, limit: 9).interactions, [], "interactions of a new list")
            let made = try store.writeAndWait(id) { transaction in
                let now = transaction.now
                var made: [Interaction] = []
                let data = try transaction.record(.itemAction) {
                    made.append($0)
                    return [7]
                }
                try expectEqual(data, [7], "what was described")
                try expect(made.allSatisfy { $0.time >= now }, "an interaction is older than its write")
                return made
            }
            try expectEqual(made.map(\.sequence), [1], "interactions described")
            try expectEqual(store.snapshot(of: id, at: nil).version, 1, "the version")
            try expectEqual(store.interactions(of: id, after: nil, limit: 9).interactions, [.init(sequence: 1, data: [7])], "read back")
        },
        ConformanceCheck("goes on counting interactions when a list is made again") { store in
            let id = try listID("again")
            try store.put(.counting(1), into: id)
            for sequence: Int64 in 1...3 { try expectEqual(store.select(in: id), sequence, "the first incarnation") }
            try store.delete(id)
            try expectError(.listNotFound, "after the end") { try store.select(in: id) }
            try expectError(.listNotFound, "reading after the end") { try store.interactions(of: id, after: nil, limit: 9) }
            try store.put(.counting(2), into: id)
            try expectEqual(store.select(in: id), 4, "the second incarnation")
            try expectEqual(store.interactions(of: id, after: 3, limit: 9).interactions.map(\.sequence), [4], "read back")
            try expectEqual(store.interactions(of: id, after: nil, limit: 9).interactions.map(\.sequence), [4], "the oldest")
            try expectEqual(store.interactionStart(of: id, last: 500), 3, "where the newest begin")
            for after: Int64 in 0...2 {
                try expectError(.interactionGone, "the first incarnation's") { try store.interactions(of: id, after: after, limit: 9) }
            }
            try store.delete(id)
            try store.put(.counting(1), into: id)
            try expectEqual(store.interactions(of: id, after: nil, limit: 9).interactions, [], "a third incarnation")
            try expectEqual(store.interactionStart(of: id, last: 500), 4, "where nothing begins")
            try expectError(.interactionGone, "the second incarnation's") { try store.interactions(of: id, after: 3, limit: 9) }
        },
        ConformanceCheck("keeps an interaction with the change and the answer of its write, or none of them") { store in
            let id = try listID("keyed")
            try store.put(.counting(1), into: id)
            guard let key = IdempotencyKey("key") else { throw ConformanceFailure("a key is no key") }
            let answer = StoredResponse(key: key, fingerprint: [1], status: 202, headers: [], body: [2])
            for fails in [true, false] {
                do {
                    try store.writeAndWait(id) { transaction in
                        let edit = try transaction.edit()
                        try edit.replace(with: ListModel.counting(2).draft)
                        try transaction.commit(edit)
                        _ = try transaction.record(.itemSelected) { Array("\($0.sequence)".utf8) }
                        try transaction.keep(answer)
                        if fails { throw Refusal() }
                    }
                } catch is Refusal {}
                let found = try store.interactions(of: id, after: nil, limit: 9).interactions.map(\.sequence)
                try expectEqual(found, fails ? [] : [1], "interactions")
                try expectEqual(store.snapshot(of: id, at: nil).version, fails ? 1 : 2, "the version")
                try expectEqual(store.writeAndWait(id) { try $0.storedResponse(for: key) }, fails ? nil : answer, "the answer")
            }
        },
        ConformanceCheck("records one interaction a write, of the three kinds, and not with the list's end") { store in
            let id = try listID("strict")
            try store.put(.counting(1), into: id)
            let refused: [@Sendable (any ListTransaction) throws -> Void] = [
                { transaction in for _ in 1...2 { _ = try transaction.record(.itemSelected) { _ in [] } } },
                { transaction in _ = try transaction.record(.listChanged) { _ in [] } },
                { transaction in
                    try transaction.delete()
                    _ = try transaction.record(.itemSelected) { _ in [] }
                },
                { transaction in _ = try transaction.record(.itemSelected) { _ in throw Refusal() } },
            ]
            for (index, work) in refused.enumerated() {
                do { try store.writeAndWait(id, work) } catch {
                    try expectEqual(store.interactions(of: id, after: nil, limit: 9).interactions, [], "after refusal \(index)")
                    continue
                }
                throw ConformanceFailure("misuse \(index) went through")
            }
            try expectEqual(store.select(in: id), 1, "the first sequence")
        },
    ]
}
