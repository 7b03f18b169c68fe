import Ports
import TestSupport

extension CommitLogCheck {
    static let order: [CommitLogCheck] = [
        CommitLogCheck("a log that begins has no entries") { shared in
            let log = try shared.open()
            let run = try log.read(after: .beginning)
            try expect(run.entries.isEmpty && run.isEnd, "the log has \(run)")
        },
        CommitLogCheck("another store reads entries as they were appended, in order") { shared in
            let (a, b) = (try shared.open(), try shared.open())
            var appended: [LogEntry] = []
            let contents = [[], [0], Array(0...255), [UInt8](repeating: 7, count: 300_000), [UInt8]("last".utf8)]
            for (data, id) in zip(contents, [1, Int64.max, .min, -1, 42]) {
                appended.append(try a.append(data, after: appended.last?.position ?? .beginning, id: id))
                try expectEqual(try b.readAll(), appended, "the entries")
            }
            try expectEqual(try b.readAll(after: appended[2].position), Array(appended[3...]), "the entries behind the third")
            try expect(try b.read(after: appended[4].position).entries.isEmpty, "there is something behind the last entry")
        },
        CommitLogCheck("an entry that was appended is there for a store that opens the log later") { shared in
            let entry = try shared.open().append([1])
            try expectEqual(try shared.open().readAll(), [entry], "the entries")
        },
        CommitLogCheck("many entries are read in runs without a gap") { shared in
            let log = try shared.open()
            var appended: [LogEntry] = []
            for number in 0..<600 {
                appended.append(try log.append([UInt8(truncatingIfNeeded: number)], after: appended.last?.position ?? .beginning))
            }
            let other = try shared.open()
            try expectEqual(try other.readAll(), appended, "the entries")
            let lock = try other.lock(after: .beginning, within: SharedLog.patience)
            defer { lock.release() }
            try expectEqual(lock.run.entries, Array(appended.prefix(lock.run.entries.count)), "the lock's entries")
            let last = lock.run.entries.last?.position ?? .beginning
            try expectEqual(
                try lock.run.isEnd ? [] : other.readAll(after: last), Array(appended[lock.run.entries.count...]), "what the lock left")
        },
        CommitLogCheck("large entries are read in runs without a gap") { shared in
            let log = try shared.open()
            var appended: [LogEntry] = []
            for number in UInt8(0)..<6 {
                appended.append(try log.append([UInt8](repeating: number, count: 3 << 20), after: appended.last?.position ?? .beginning))
            }
            try expectEqual(try shared.open().readAll().map(\.position), appended.map(\.position), "the entries")
            try expectEqual(try log.readAll(after: appended[3].position), Array(appended[4...]), "the entries behind the fourth")
        },
        CommitLogCheck("a position that the log does not have is told from its beginning on") { shared in
            let log = try shared.open()
            let strange = LogPosition(number: 1, id: 5)
            try expectRefusal("behind an empty log's end", { $0 == .diverged(strange) }) { try log.read(after: strange) }
            let first = try log.append([1], id: 6)
            let second = try log.append([2], after: first.position)
            let beyond = LogPosition(number: 3, id: 5)
            try expectRefusal("another entry's id", { $0 == .diverged(strange) }) { try shared.open().read(after: strange) }
            try expectRefusal("another last id", { $0 == .diverged(LogPosition(number: 2, id: 5)) }) {
                try shared.open().read(after: LogPosition(number: 2, id: 5))
            }
            try expectRefusal("behind the end", { $0 == .diverged(beyond) }) { try shared.open().read(after: beyond) }
            try expectRefusal("the lock behind the end", { $0 == .diverged(beyond) }) {
                try shared.open().lock(after: beyond, within: SharedLog.patience)
            }
            // The refused lock is free again.
            try expectEqual(try shared.open().append([3], after: second.position).position.number, 3, "the next position")
        },
    ]
}
