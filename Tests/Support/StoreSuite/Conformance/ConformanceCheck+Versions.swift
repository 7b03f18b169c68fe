import JSON
import Lists
import Ports
import Synchronization
import TestSupport

extension ConformanceCheck {
    static let versions = [
        ConformanceCheck("lists the versions that can be read, the newest first, in pages") { store in
            let id = try listID("listed")
            try expectError(.listNotFound, "without a list") { try store.versions(of: id, before: nil, limit: 9) }
            var made: [VersionPage.Entry] = []
            for count in 1...20 {
                let head = try store.put(.counting(count * 3), into: id).head
                made.insert(
                    VersionPage.Entry(
                        version: head.version, updatedAt: head.updatedAt, sectionCount: 1, itemCount: count * 3, author: nil), at: 0)
            }
            let whole = try store.versions(of: id, before: nil, limit: 100)
            try expectEqual(whole, VersionPage(oldest: 1, head: 20, versions: made), "all versions")
            try expectEqual(whole.next, nil, "what follows all")
            var (found, before) = ([VersionPage.Entry](), Int64?.none)
            repeat {
                let page = try store.versions(of: id, before: before, limit: 7)
                try expect(page.versions.count == 7 || page.next == nil, "a page of \(page.versions.count) has a next one")
                found += page.versions
                before = page.next
            } while before != nil
            try expectEqual(found, made, "the versions in pages")
            for before: Int64 in [21, 22, .max] {
                try expectEqual(store.versions(of: id, before: before, limit: 3).versions, Array(made.prefix(3)), "before \(before)")
            }
            for before: Int64 in [1, 0, -1, .min] {
                let page = try store.versions(of: id, before: before, limit: 3)
                try expectEqual(page, VersionPage(oldest: 1, head: 20, versions: []), "before \(before)")
                try expectEqual(page.next, nil, "what follows the first")
            }
            try expectEqual(store.versions(of: id, before: 2, limit: 1).next, nil, "what follows the oldest")
        },
        ConformanceCheck("lists no version of a list that has ended") { store in
            let id = try listID("ended")
            for count in 1...3 { try store.put(.counting(count), into: id) }
            try store.delete(id)
            try expectError(.listNotFound, "after the end") { try store.versions(of: id, before: nil, limit: 9) }
            for count in 1...2 { try store.put(.counting(count), into: id) }
            let page = try store.versions(of: id, before: nil, limit: 9)
            try expectEqual(page.versions.map(\.version), [6, 5], "the versions of the new incarnation")
            try expectEqual([page.oldest, page.head], [5, 6], "the bounds")
            try expectEqual(store.versions(of: id, before: 5, limit: 9).versions, [], "the versions of the incarnation before")
        },
        ConformanceCheck("keeps the author of each version, whatever way it was written") { store in
            let id = try listID("signed")
            func replace(_ content: ListContent, by author: String?) throws {
                try store.replaceAndWait(id, with: content, by: author)
            }
            try replace(.draft(ListModel.counting(3).draft), by: "ann")
            let upload = try store.makeUpload()
            try upload.add(.section(SectionDraft()), line: 1)
            for number in 0..<50 { try upload.add(.item(ItemDraft(value: JSONText(verbatim: "\(number)"))), line: number + 2) }
            try replace(.upload(upload), by: "bob")
            try store.writeAndWait(id) { transaction in
                transaction.attribute(to: "c\u{E9}")
                let edit = try transaction.edit()
                try edit.deleteItem(at: IndexPath(section: 0, row: 0))
                // What the write reads is written before it has ended.
                _ = try transaction.commit(edit).item(at: IndexPath(section: 0, row: 0))
            }
            try replace(.draft(ListModel.counting(9).draft), by: nil)
            try replace(.draft(ListModel.counting(9).draft), by: "nothing changes")
            do {
                try store.writeAndWait(id) { transaction in
                    transaction.attribute(to: "taken back")
                    let edit = try transaction.edit()
                    try edit.deleteItem(at: IndexPath(section: 0, row: 0))
                    try transaction.commit(edit)
                    throw ConformanceFailure("taken back")
                }
            } catch is ConformanceFailure {}
            try replace(.draft(ListModel.counting(4).draft), by: "ann")
            let page = try store.versions(of: id, before: nil, limit: 9)
            try expectEqual(page.versions.map(\.author), ["ann", nil, "c\u{E9}", "bob", "ann"], "the authors")
            try expectEqual(store.snapshot(of: id, at: 5).head.version, 5, "a version")
        },
        ConformanceCheck("gives an interaction its author, and notifies the observer of commits") { store in
            let id = try listID("watched")
            try store.put(.counting(1), into: id)
            let notified = Mutex<[Int64]>([])
            defer { store.onCommit { _ in } }
            store.onCommit { commit in
                guard case .interaction(let sequence) = commit.change, commit.version == nil else { return }
                let isSeen = (try? store.interactions(of: commit.id, after: sequence - 1, limit: 1).interactions.count) == 1
                notified.withLock { $0.append(isSeen ? sequence : -1) }
            }
            for author in ["ann", nil] {
                let described = try store.writeAndWait(id) { transaction in
                    transaction.attribute(to: author)
                    var described: [String?] = []
                    _ = try transaction.record(.itemSelected) {
                        described.append($0.author)
                        return []
                    }
                    return described
                }
                try expectEqual(described, [author], "the author")
            }
            do {
                try store.writeAndWait(id) { transaction in
                    _ = try transaction.record(.itemSelected) { _ in [] }
                    throw ConformanceFailure("taken back")
                }
            } catch is ConformanceFailure {}
            try expectEqual(notified.withLock { $0 }, [1, 2], "the interactions notified")
        },
        ConformanceCheck("finds where the newest interactions begin") { store in
            let id = try listID("newest")
            try expectError(.listNotFound, "without a list") { try store.interactionStart(of: id, last: 3) }
            try store.put(.counting(1), into: id)
            try expectEqual(store.interactionStart(of: id, last: 3), 0, "without any")
            for _ in 1...10 { try store.select(in: id) }
            for (count, start) in [(0, 10), (1, 9), (3, 7), (10, 0), (500, 0)] as [(Int, Int64)] {
                try expectEqual(store.interactionStart(of: id, last: count), start, "the last \(count)")
            }
        },
    ]
}
