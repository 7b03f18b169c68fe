import Lists
import Ports

extension ConformanceCheck {
    static let listing = [
        ConformanceCheck("lists by the bytes of the ids") { store in
            let names = ["b", "a", "B", "a.b", "a-b", "a_b", "a~b", "ab", "10", "9", "zz"]
            for name in names { try store.put(.counting(1), into: listID(name)) }
            let wanted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            try expectEqual(store.lists(prefix: "", after: nil, limit: 100).map(\.id.text), wanted, "all lists")
            try expectEqual(
                store.lists(prefix: "a", after: nil, limit: 100).map(\.id.text), wanted.filter { $0.hasPrefix("a") }, "lists with a prefix")
            try expectEqual(store.lists(prefix: "a", after: "a-b", limit: 2).map(\.id.text), ["a.b", "a_b"], "a page of a prefix")
            try expectEqual(store.lists(prefix: "a", after: "zz", limit: 2).map(\.id.text), [], "past the end")
            try expectEqual(store.lists(prefix: "b", after: "0", limit: 5).map(\.id.text), ["b"], "a prefix after the start")
            try expectEqual(store.lists(prefix: "", after: nil, limit: 0).count, 0, "lists in a page of none")
            var pages: [String] = []
            var page = try store.lists(prefix: "", after: nil, limit: 3)
            while let last = page.last {
                pages += page.map(\.id.text)
                page = try store.lists(prefix: "", after: last.id.text, limit: 3)
            }
            try expectEqual(pages, wanted, "pages of three")
        },
        ConformanceCheck("lists heads, and no list that has ended") { store in
            for name in ["x", "y"] { try store.put(.counting(1), into: listID(name)) }
            try store.put(.counting(4), into: listID("y"))
            try store.delete(listID("x"))
            let found = try store.lists(prefix: "", after: nil, limit: 10)
            try expectEqual(found.map(\.id.text), ["y"], "lists")
            try expectEqual(found.map(\.version), [2], "versions")
            try expectEqual(ListModel(try unwrap(found.first, "list")), .counting(4), "content")
        },
    ]
}
