import JSON
import Lists
import Ports

extension ConformanceCheck {
    static let creation = [
        ConformanceCheck("makes a list with version 1") { store in
            let id = try listID("made")
            let content = ListModel(title: "Made", [.init("s", header: JSONText(verbatim: "\"S\""), items: [.init("a", type: "T", "1")])])
            let made = try store.put(content, into: id)
            try expectEqual(made.version, 1, "the first version")
            try expectEqual(ListModel(made), content, "what the write gives back")
            let read = try store.snapshot(of: id, at: nil)
            try expectEqual(ListModel(read), content, "what is read")
            try expectEqual(read.head.number, made.head.number, "the list's number")
            try expectEqual(read.itemCount, 1, "items")
            try expect(store.isReadable(1, ofList: read.head.number), "version 1 is not readable")
        },
        ConformanceCheck("gives an empty list a version") { store in
            let id = try listID("empty")
            try expectEqual(store.put(ListModel(), into: id).version, 1, "the first version")
            try expectEqual(store.snapshot(of: id, at: nil).sectionCount, 0, "sections")
        },
        ConformanceCheck("makes no version of a write that changes nothing") { store in
            let id = try listID("same")
            try store.put(.counting(3), into: id)
            try expectEqual(store.put(.counting(3), into: id).version, 1, "the version after the same content")
            try store.writeAndWait(id) { transaction in
                try expectEqual(transaction.lastVersion, 1, "the last version")
            }
            try expectEqual(store.snapshot(of: id, at: nil).version, 1, "the head")
        },
        ConformanceCheck("tells what a list is not there") { store in
            let id = try listID("missing")
            try expectError(.listNotFound, "reading") { try store.snapshot(of: id, at: nil) }
            try expectError(.listNotFound, "reading a version") { try store.snapshot(of: id, at: 1) }
            try expectError(.listNotFound, "deleting") { try store.delete(id) }
            try expect(store.watch(id) == nil, "there is a watch on a list that is not there")
            let (current, last) = try store.writeAndWait(id) { ($0.current == nil, $0.lastVersion) }
            try expect(current && last == 0, "a write finds a list that is not there")
            try expect(!store.isReadable(1, ofList: 1 << 20), "a list that never was is readable")
        },
        ConformanceCheck("keeps text byte for byte") { store in
            let id = try listID("text")
            let content = ListModel(
                title: "e\u{301}",
                [
                    .init("\u{E9}", items: [.init("\u{E9}", "\"\u{E9}\""), .init("e\u{301}", "1e400")]),
                    .init("e\u{301}", header: JSONText(verbatim: "{\"a\":1.0,\"a \":\"\"}"), items: []),
                ])
            try store.put(content, into: id)
            let read = try ListModel(store.snapshot(of: id, at: nil))
            try expectEqual(read.sections.map { Array($0.id.text.utf8) }, content.sections.map { Array($0.id.text.utf8) }, "section ids")
            try expectEqual(read, content, "content")
            for item in content.sections[0].items {
                let placed = try store.snapshot(of: id, at: nil).item(withID: item.id)
                try expectEqual(content.sections[0].items[placed.indexPath.row].id, item.id, "the item found by id")
            }
        },
    ]

    /// A list id that is known to be one.
    static func listID(_ text: String) throws -> ListID {
        try unwrap(ListID(text), "list id '\(text)'")
    }
}
