import JSON
import Lists
import Ports

extension ConformanceCheck {
    static let uploads = [
        ConformanceCheck("takes a list piece by piece") { store in
            let id = try listID("uploaded")
            let content = ListModel(
                title: "Uploaded",
                [
                    .init("s", header: JSONValue(verbatim: "\"S\""), items: (0..<700).map { .init("a\($0)", type: "T", "1.0\($0)") }),
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
            content.sections[0].items[7].value = JSONValue(verbatim: "\"changed\"")
            let after = try store.upload(content.draft, into: id).snapshot
            try expectEqual(ListModel(after), content, "the list")
            try expectEqual(revisions(after).filter { $0.value == 2 }.keys.sorted(), ["i-7"], "the items with a new revision")
        },
        ConformanceCheck("recognises values without ids in an upload") { store in
            let id = try listID("values")
            func draft(_ sections: [[Int]]) -> ListDraft {
                ListDraft(
                    properties: nil,
                    sections: sections.map { SectionDraft(items: $0.map { ItemDraft(value: JSONValue(verbatim: "\($0)")) }) })
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
        ConformanceCheck("reads ids from an upload's values by the list's identity, and names the line of a value without one") { store in
            let id = try listID("identified")
            func draft(_ values: [String], _ properties: ListProperties?) -> ListDraft {
                ListDraft(properties: properties, sections: [SectionDraft(items: values.map { ItemDraft(value: JSONValue(verbatim: $0)) })])
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
