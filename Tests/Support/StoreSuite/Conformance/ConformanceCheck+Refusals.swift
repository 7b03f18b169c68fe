import Lists
import Ports

extension ConformanceCheck {
    /// What a test's write refuses with.
    private struct Refusal: Error, Equatable {}

    static let refusals = [
        ConformanceCheck("undoes a write whose work throws") { store in
            let id = try listID("refused")
            try store.put(.counting(2), into: id)
            for reads in [false, true] {
                do {
                    try store.writeAndWait(id) { transaction in
                        let edit = try transaction.edit()
                        try edit.replace(with: ListModel.counting(100, prefix: "n").draft)
                        let after = try transaction.commit(edit)
                        if reads { try expectEqual(ListModel(after).sections.count, 1, "sections while it runs") }
                        throw Refusal()
                    }
                    throw ConformanceFailure("work that throws went through")
                } catch is Refusal {}
                try expectEqual(ListModel(store.snapshot(of: id, at: nil)), .counting(2), "the content")
                try expectEqual(store.snapshot(of: id, at: nil).version, 1, "the version")
            }
            try expectEqual(store.put(.counting(100, prefix: "n"), into: id).version, 2, "the next version")
            try expectEqual(ListModel(store.snapshot(of: id, at: nil)), .counting(100, prefix: "n"), "the next content")
        },
        ConformanceCheck("makes and ends no list when the work throws") { store in
            let id = try listID("unmade")
            func refuse(_ work: @escaping @Sendable (any ListTransaction) throws -> Void) throws {
                do {
                    try store.writeAndWait(id) { transaction in
                        try work(transaction)
                        throw Refusal()
                    }
                } catch is Refusal {}
            }
            try refuse { try $0.commit(try $0.edit()) }
            try expectError(.listNotFound, "a list that was not made") { try store.snapshot(of: id, at: nil) }
            try store.put(.counting(1), into: id)
            try refuse { try $0.delete() }
            try expectEqual(store.snapshot(of: id, at: nil).version, 1, "the version of a list that was not ended")
        },
        ConformanceCheck("answers every write when it closes, and takes none after") { store in
            let id = try listID("closing")
            try store.put(.counting(1), into: id)
            try expect(store.isReady, "the store is not ready")
            store.close()
            try expect(!store.isReady, "a closed store is ready")
            try expectError(.unavailable, "a write to a closed store") { try store.put(.counting(2), into: id) }
        },
    ]
}
