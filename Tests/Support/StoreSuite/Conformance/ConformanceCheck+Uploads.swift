import JSON
import Lists
import Ports
import TestSupport

extension ConformanceCheck {
    static let uploads = [
        ConformanceCheck("takes a list piece by piece") { store in
            let id = try listID("uploaded")
            let content = ListModel(
                title: "Uploaded",
                [
                    .init("s", header: JSONText(verbatim: "\"S\""), items: (0..<700).map { .init("a\($0)", type: "T", "1.0\($0)") }),
                    .init("empty"), .init("t", items: [.init("b", "null")]),
                ])
            let made = try store.upload(content.draft, into: id)
            try expect(made.isNew && made.snapshot.version == 1, "the upload did not make version 1")
            try expectEqual(ListModel(made.snapshot), content, "what was uploaded")
            let again = try store.upload(content.draft, into: id)
            try expect(!again.isNew && again.snapshot.version == 1, "the same upload makes a version")
            try expectEqual(store.put(content, into: id).version, 1, "the version after the same document")
        },
        ConformanceCheck("keeps a list's properties where an upload says nothing of them") { store in
            let id = try listID("kept")
            try store.put(ListModel(title: "Kept", [.init("s")]), into: id)
            let after = try store.upload(ListDraft(properties: nil, sections: []), into: id).snapshot
            try expectEqual(ListModel(after), ListModel(title: "Kept"), "the list")
            try expectEqual(after.version, 2, "the version")
        },
        ConformanceCheck("keeps the revisions of what an upload leaves as it is, and those of what it moves") { store in
            let id = try listID("revised")
            var content = ListModel.counting(500)
            try store.put(content, into: id)
            let item = content.sections[0].items.remove(at: 400)
            content.sections.append(.init("t", items: [item]))
            content.sections[0].items[7].value = JSONText(verbatim: "\"changed\"")
            let after = try store.upload(content.draft, into: id).snapshot
            try expectEqual(ListModel(after), content, "the list")
            try expectEqual(revisions(after).filter { $0.value == 2 }.keys.sorted(), ["i-7"], "the items with a new revision")
        },
        ConformanceCheck("recognises values without ids in an upload") { store in
            let id = try listID("values")
            func draft(_ sections: [[Int]]) -> ListDraft {
                ListDraft(
                    properties: nil,
                    sections: sections.map { SectionDraft(items: $0.map { ItemDraft(value: JSONText(verbatim: "\($0)")) }) })
            }
            let first = try store.upload(draft([[1, 2, 3, 2, 1], [4, 5]]), into: id).snapshot
            let ids = try ListModel(first).sections.map { $0.items.map(\.id) }
            try expectEqual(
                store.upload(draft([[1, 2, 3, 2, 1], [4, 5]]), into: id).snapshot.version, 1, "the version of the same values")
            let second = try store.upload(draft([[1, 2, 9, 3, 2, 1], [5, 4]]), into: id).snapshot
            let found = try ListModel(second).sections.map { $0.items.map(\.id) }
            try expectEqual(Array(found[0][..<2]) + found[0][3...], ids[0], "the ids around an insertion")
            try expectEqual(Set(found[1]), Set(ids[1]), "the ids of a section in another order")
            let third = try store.upload(draft([[5, 4, 3]]), into: id).snapshot
            try expect(try ListModel(third).sections[0].items.contains { $0.id == found[0][3] }, "a value of the section got another id")
            try expect(try revisions(third).values.allSatisfy { $0 <= 2 }, "a value that was there got a new revision")
        },
        ConformanceCheck("names the line of an id that an upload repeats") { store in
            let id = try listID("repeated")
            try store.put(.counting(3), into: id)
            let items = ["a", "b", "c", "b", "a"].map { ItemDraft(id: Identifier(verbatim: $0), value: .null) }
            try expectSubject(.line(5), .idRepeated) {
                try store.upload(ListDraft(properties: nil, sections: [SectionDraft(items: items)]), into: id)
            }
            try expectEqual(ListModel(store.snapshot(of: id, at: nil)), .counting(3), "the list after the refusal")
            try expectEqual(store.put(.counting(4), into: id).version, 2, "the version of the next write")
        },
        ConformanceCheck("names the line of an id that the upload of a new or emptied list repeats") { store in
            let content = ListModel([.init("s", items: (0..<30).map { .init("a\($0)", "null") })])
            var repeating = content.draft
            repeating.sections[0].items += ["a20", "new", "a3"].map { ItemDraft(id: Identifier(verbatim: $0), value: .null) }
            let id = try listID("first")
            try expectSubject(.line(33), .idRepeated) { try store.upload(repeating, into: id) }
            try expectError(.listNotFound, "the list after the refusal") { try store.snapshot(of: id, at: nil) }
            try expectEqual(ListModel(store.upload(content.draft, into: id).snapshot), content, "the list")
            try store.put(ListModel(), into: id)
            try expectSubject(.line(33), .idRepeated) { try store.upload(repeating, into: id) }
            try expectEqual(ListModel(store.upload(content.draft, into: id).snapshot), content, "the list that was filled again")
            let bare = try listID("bare")
            try store.put(ListModel(), into: bare)
            try expectSubject(.line(33), .idRepeated) { try store.upload(repeating, into: bare) }
            try expectEqual(ListModel(store.upload(content.draft, into: bare).snapshot), content, "the list that never had an item")
        },
        ConformanceCheck("keeps each id, type and value of a first upload, however long they are") { store in
            let id = try listID("long")
            let seed = UInt64.random(in: .min ... .max)
            var random = SeededGenerator(seed: seed)
            let sections = (0..<6).map { section in
                let items = (0..<Int.random(in: 0...60, using: &random)).map { item in
                    let length = Bool.random(using: &random) ? Int.random(in: 0...90_000, using: &random) : 3
                    let type = ["T", "Ünïcode", nil].randomElement(using: &random) ?? nil
                    return ListModel.Item("i\(section)-\(item)é", type: type, "\"\(String(repeating: "ä", count: length))\"")
                }
                return ListModel.Section("s\(section)", header: JSONText(verbatim: "[\(section)]"), items: items)
            }
            let content = ListModel(title: "Long", sections)
            try expectEqual(ListModel(store.upload(content.draft, into: id).snapshot), content, "what was uploaded, seed \(seed)")
        },
        ConformanceCheck("reads ids from an upload's values by the list's identity, and names the line of a value without one") { store in
            let id = try listID("identified")
            func draft(_ values: [String], _ properties: ListProperties?) -> ListDraft {
                ListDraft(properties: properties, sections: [SectionDraft(items: values.map { ItemDraft(value: JSONText(verbatim: $0)) })])
            }
            let properties = ListProperties(identity: "/id")
            try store.upload(draft([#"{"id":"a"}"#, #"{"id":7}"#], properties), into: id)
            let changed = try store.upload(draft([#"{"id":7}"#, #"{"id":"a","more":1}"#], nil), into: id).snapshot
            try expectEqual(ListModel(changed).sections[0].items.map(\.id.text), ["7", "a"], "the ids")
            try expectEqual(revisions(changed), ["7": 1, "a": 2], "the revisions")
            try expectSubject(.line(4), .identityMissing) { try store.upload(draft([#"{"id":1}"#, "{}"], properties), into: id) }
        },
    ]

    /// The revision of each item by its id.
    private static func revisions(_ snapshot: ListSnapshot) throws -> [String: Int64] {
        var revisions: [String: Int64] = [:]
        for item in try snapshot.items(in: 0..<snapshot.itemCount) {
            let revision = try snapshot.revision(of: item)
            revisions[revision.id.text] = revision.version
        }
        return revisions
    }

    private static func expectSubject<Value>(
        _ subject: ListError.Subject, _ code: ListError.Code, _ body: () throws -> Value
    ) throws {
        do {
            _ = try body()
        } catch let error as ListError {
            try expectEqual(error.code, code, "the error")
            return try expectEqual(error.subject, subject, "what the error is about")
        }
        throw ConformanceFailure("went through instead of \(code)")
    }
}
