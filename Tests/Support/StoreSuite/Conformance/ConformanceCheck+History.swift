import Lists
import Ports

extension ConformanceCheck {
    static let history = [
        ConformanceCheck("keeps every version as it was") { store in
            let id = try listID("versions")
            var contents: [ListModel] = []
            for round in 1...20 {
                var content = ListModel.counting(round * 7)
                content.title = "round \(round)"
                try store.put(content, into: id)
                contents.append(content)
            }
            for (index, content) in contents.enumerated() {
                let snapshot = try store.snapshot(of: id, at: Int64(index + 1))
                try expectEqual(snapshot.version, Int64(index + 1), "the version read")
                try expectEqual(ListModel(snapshot), content, "version \(index + 1)")
            }
        },
        ConformanceCheck("has no version above the head or below 1") { store in
            let id = try listID("bounds")
            try store.put(.counting(1), into: id)
            for version: Int64 in [2, .max, 0, -1, .min] {
                try expectError(.versionNotFound, "version \(version)") { try store.snapshot(of: id, at: version) }
            }
            try expectError(.versionNotFound, "in a write") {
                try store.writeAndWait(id) { _ = try $0.snapshot(at: 2) }
            }
        },
        ConformanceCheck("reads old versions within a write") { store in
            let id = try listID("within")
            try store.put(.counting(2), into: id)
            try store.put(.counting(5), into: id)
            let counts = try store.writeAndWait(id) { transaction in
                [try transaction.snapshot(at: 1).itemCount, try transaction.snapshot(at: 2).itemCount]
            }
            try expectEqual(counts, [2, 5], "items in versions 1 and 2")
        },
        ConformanceCheck("lets a write read what it has committed") { store in
            let id = try listID("reread")
            try store.put(.counting(2), into: id)
            let read = try store.writeAndWait(id) { transaction in
                let edit = try transaction.edit()
                try edit.replace(with: ListModel.counting(300).draft)
                return try ListModel(try transaction.commit(edit))
            }
            try expectEqual(read, .counting(300), "what the write read")
        },
        ConformanceCheck("shows a watch every version, and the end") { store in
            let id = try listID("watched")
            try store.put(.counting(1), into: id)
            let watch = try unwrap(store.watch(id), "watch")
            try expectEqual(watch.newest, 1, "the newest version")
            try store.put(.counting(2), into: id)
            try expectEqual(watch.newest, 2, "the newest version after a write")
            try expectEqual(watch.oldest, 1, "the oldest version")
            try store.delete(id)
            try expectEqual(watch.newest, nil, "the newest version after the end")
            try store.put(.counting(1), into: id)
            try expectEqual(watch.newest, nil, "the newest version of the incarnation before")
            try expectEqual(store.watch(id)?.newest, 4, "the newest version of the new incarnation")
        },
        ConformanceCheck("never lets time go back within a list") { store in
            let id = try listID("time")
            var last: Int64 = .min
            for count in 1...10 {
                let head = try store.put(.counting(count), into: id).head
                try expect(
                    head.updatedAt >= last && head.createdAt <= head.updatedAt, "version \(head.version) is older than the one before")
                last = head.updatedAt
            }
        },
    ]
}
