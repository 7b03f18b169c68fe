import Ports
import Synchronization
import TestSupport

extension CommitLogCheck {
    static let joining: [CommitLogCheck] = [
        CommitLogCheck("all stores join one history") { shared in
            let (a, b) = (try shared.open(), try shared.open())
            let history = try a.join(1)
            try expect(!history.isEmpty, "the history has no name")
            try expectEqual(try b.join(.min), history, "the history")
        },
        CommitLogCheck("stores know which of them are alive, and what the others pin") { shared in
            let (a, b) = (try shared.open(), try shared.open())
            _ = try a.join(1)
            _ = try b.join(2)
            let pins = [PinnedVersion(list: 3, version: 4), PinnedVersion(list: 5, version: .max)]
            try expectEqual(try a.exchange(pins, of: 1).pins, [], "what the others pin")
            let peers = try b.exchange([], of: 2)
            try expectEqual(peers.alive, [1, 2], "the stores that are alive")
            try expectEqual(Set(peers.pins), Set(pins), "what the others pin")
            _ = try a.exchange([], of: 1)
            try expectEqual(try b.exchange([], of: 2).pins, [], "what the others pin")
        },
        CommitLogCheck("an append calls the observers of all other stores") { shared in
            let stores = [try shared.open(), try shared.open(), try shared.open()]
            let calls = Mutex([0, 0, 0])
            for (number, store) in stores.enumerated() {
                _ = try store.join(Int64(number) + 1)
                store.onNews { calls.withLock { $0[number] += 1 } }
            }
            var last = LogPosition.beginning
            for writer in [0, 1, 0, 2] {
                let before = calls.withLock { $0 }
                last = try stores[writer].append([1], after: last).position
                try eventually("the others were called") {
                    let now = calls.withLock { $0 }
                    return stores.indices.allSatisfy { $0 == writer || now[$0] > before[$0] }
                }
            }
        },
    ]
}
