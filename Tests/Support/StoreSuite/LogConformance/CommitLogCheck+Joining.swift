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
        CommitLogCheck("an append calls the observers of all stores") { shared in
            let (a, b) = (try shared.open(), try shared.open())
            let callsOfA = Atomic<Int>(0)
            let callsOfB = Atomic<Int>(0)
            _ = try a.join(1)
            _ = try b.join(2)
            a.onNews { callsOfA.wrappingAdd(1, ordering: .relaxed) }
            b.onNews { callsOfB.wrappingAdd(1, ordering: .relaxed) }
            var last = LogPosition.beginning
            for _ in 0..<3 {
                let before = (callsOfA.load(ordering: .relaxed), callsOfB.load(ordering: .relaxed))
                last = try a.append([1], after: last).position
                try eventually("both were called") {
                    callsOfA.load(ordering: .relaxed) > before.0 && callsOfB.load(ordering: .relaxed) > before.1
                }
            }
        },
    ]
}
