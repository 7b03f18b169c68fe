import Foundations
import HTTPServing
import JSON
import Lists
import Ports

/// The lists that a token reaches, in order, out of all that a store has.
///
/// Only ids that start as some pattern starts are looked at, and those of a pattern without a star by themselves: a token of a
/// few lists costs a few look-ups, whatever else is there.
struct ReachableLists {
    /// A range of ids in reach: all that start with a text, or one alone.
    private struct Stretch {
        let start: String
        let isOneName: Bool
    }

    /// The lists that are looked at for a page, about: a pattern may name few of those that start as it does.
    static let mostLooks = 2_000

    private let grant: Grant?
    /// In order; no two have an id in common.
    private let stretches: [Stretch]

    /// - Parameters:
    ///   - grant: `nil` reaches everything.
    ///   - prefix: what the ids start with.
    init(grant: Grant?, prefix: String) {
        self.grant = grant
        guard let patterns = grant?.lists else {
            stretches = [Stretch(start: prefix, isOneName: false)]
            return
        }
        let found = patterns.compactMap { pattern -> Stretch? in
            let start = pattern.start
            if start.utf8.starts(with: prefix.utf8) { return Stretch(start: start, isOneName: pattern.isOneName) }
            return !pattern.isOneName && prefix.utf8.starts(with: start.utf8) ? Stretch(start: prefix, isOneName: false) : nil
        }
        var stretches: [Stretch] = []
        // A stretch comes before those within it, so the last one kept tells whether the next is within it.
        for next in found.sorted(by: Self.isOrdered) {
            if let last = stretches.last {
                let isWithin = last.isOneName ? UTF8Text.areEqual(next.start, last.start) : next.start.utf8.starts(with: last.start.utf8)
                if isWithin { continue }
            }
            stretches.append(next)
        }
        self.stretches = stretches
    }

    /// Lists in reach, and where the search for them ended.
    struct Found {
        var heads: [ListSnapshot] = []
        /// The list behind which the search goes on, where it has looked at as many as it may; `nil` where it came to its end.
        var last: ListID?
    }

    /// The heads of the lists in reach that come after an id, by id; at most `limit`, and fewer only where there are no more, or where
    /// ``mostLooks`` were looked at.
    func heads(in store: any ListStore, after: String?, limit: Int) throws -> Found {
        var found = Found()
        var looks = 0
        for stretch in stretches {
            var after = after
            var hasMore = true
            while hasMore, found.heads.count < limit {
                let size = stretch.isOneName ? 1 : min(limit, Self.mostLooks)
                let page = try store.lists(prefix: stretch.start, after: after, limit: size)
                found.heads += page.filter { reaches($0.id.text, in: stretch) }.prefix(limit - found.heads.count)
                after = page.last?.id.text
                hasMore = !stretch.isOneName && page.count == size
                looks += page.count
                if looks >= Self.mostLooks, hasMore, found.heads.count < limit {
                    found.last = page.last?.id
                    return found
                }
            }
        }
        return found
    }

    /// The heads of the views of a list that are in reach, as above.
    func views(of source: ListID, in store: any ListStore, prefix: String, after: String?, limit: Int) throws -> Found {
        var found = Found()
        for id in try store.views(of: source) where found.heads.count < limit {
            guard id.text.utf8.starts(with: prefix.utf8), after.map({ UTF8Text.isOrdered($0, before: id.text) }) ?? true,
                grant?.reaches(id.text) ?? true
            else { continue }
            do { found.heads.append(try store.snapshot(of: id, at: nil)) } catch let error as ListError where error.code == .listNotFound {
                continue
            }
        }
        return found
    }

    /// A longer id that starts with the name may be in reach too, by another stretch.
    private func reaches(_ id: String, in stretch: Stretch) -> Bool {
        stretch.isOneName ? UTF8Text.areEqual(id, stretch.start) : grant?.reaches(id) ?? true
    }

    /// By the first id; of two that start alike the one with more in it.
    private static func isOrdered(_ left: Stretch, _ right: Stretch) -> Bool {
        if UTF8Text.areEqual(left.start, right.start) { return !left.isOneName && right.isOneName }
        return UTF8Text.isOrdered(left.start, before: right.start)
    }
}
