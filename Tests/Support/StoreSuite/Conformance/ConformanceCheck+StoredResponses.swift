import Lists
import Ports

extension ConformanceCheck {
    /// What a test's write refuses with.
    private struct Refusal: Error, Equatable {}

    static let storedResponses = [
        ConformanceCheck("keeps an answer with the write that it answers") { store in
            let id = try listID("keyed")
            let answer = try answer("first", body: Array((0...255).map(UInt8.init)))
            try expectEqual(store.kept(answer.key, id), nil, "a key that is free")
            try store.writeAndWait(id) { transaction in
                let edit = try transaction.edit()
                try edit.replace(with: ListModel.counting(3).draft)
                try transaction.commit(edit)
                try transaction.keep(answer)
                try expectEqual(transaction.storedResponse(for: answer.key), answer, "the answer in its own transaction")
            }
            try expectEqual(store.snapshot(of: id, at: nil).version, 1, "the version")
            try expectEqual(store.kept(answer.key, id), answer, "the answer")
            try expectEqual(store.kept(answer.key, listID("other")), answer, "the answer, asked for in a write of another list")
            try expectEqual(store.kept(key("First"), id), nil, "another key")
        },
        ConformanceCheck("keeps the answer to a write that changes nothing, and to one that ends the list") { store in
            let id = try listID("keyed")
            let (idle, ending) = (try answer("idle"), try answer("ending"))
            try store.put(.counting(1), into: id)
            try store.writeAndWait(id) { transaction in
                try transaction.commit(try transaction.edit())
                try transaction.keep(idle)
            }
            try expectEqual(store.snapshot(of: id, at: nil).version, 1, "the version")
            try store.writeAndWait(id) { transaction in
                try transaction.delete()
                try transaction.keep(ending)
            }
            try expectError(.listNotFound, "the head") { try store.snapshot(of: id, at: nil) }
            try expectEqual(store.kept(idle.key, id), idle, "the answer to nothing")
            try expectEqual(store.kept(ending.key, id), ending, "the answer to the end")
        },
        ConformanceCheck("keeps no answer of a write whose work throws") { store in
            let id = try listID("keyed")
            let answer = try answer("refused")
            for reads in [false, true] {
                do {
                    try store.writeAndWait(id) { transaction in
                        let edit = try transaction.edit()
                        try edit.replace(with: ListModel.counting(2).draft)
                        let after = try transaction.commit(edit)
                        try transaction.keep(answer)
                        if reads { try expectEqual(ListModel(after).sections.count, 1, "sections while it runs") }
                        throw Refusal()
                    }
                    throw ConformanceFailure("work that throws went through")
                } catch is Refusal {}
                try expectEqual(store.kept(answer.key, id), nil, "the key")
            }
        },
        ConformanceCheck("tells two keys in one burst of writes apart, and keeps one answer a write") { store in
            let id = try listID("keyed")
            try store.put(.counting(1), into: id)
            let answers = try (0..<40).map { try answer("key-\($0)", body: Array("\($0)".utf8)) }
            for answer in answers { store.write(id, { try $0.keep(answer) }, completion: { _ in }) }
            for answer in answers { try expectEqual(store.kept(answer.key, id), answer, "the answer of \(answer.key.text)") }
            do {
                try store.writeAndWait(id) { transaction in
                    try transaction.keep(answer("one"))
                    try transaction.keep(answer("two"))
                }
            } catch is ConformanceFailure { throw ConformanceFailure("a key is no key") } catch {
                return try expectEqual(store.kept(key("one"), id), nil, "the first of two answers")
            }
            throw ConformanceFailure("a write kept two answers")
        },
    ]

    private static func key(_ text: String) throws -> IdempotencyKey {
        try unwrap(IdempotencyKey(text), "key \(text)")
    }

    private static func answer(_ text: String, body: [UInt8] = []) throws -> StoredResponse {
        StoredResponse(
            key: try key(text), fingerprint: [0, 255, 7], status: 201,
            headers: [.init("ETag", "\"v1: é\""), .init("Link", "<a>; rel=\"next\""), .init("Link", ":")], body: body)
    }
}

extension ListStore {
    /// The answer that a write to a list finds under a key.
    fileprivate func kept(_ key: IdempotencyKey, _ id: ListID) throws -> StoredResponse? {
        try writeAndWait(id) { try $0.storedResponse(for: key) }
    }
}
