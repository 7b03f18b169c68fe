import Lists
import Ports

extension ConformanceCheck {
    static let endings = [
        ConformanceCheck("ends a list with a version number of its own") { store in
            let id = try listID("ended")
            let number = try store.put(.counting(3), into: id).head.number
            try store.put(.counting(4), into: id)
            try expectEqual(store.delete(id), 3, "the version of the end")
            try expectError(.listNotFound, "the head") { try store.snapshot(of: id, at: nil) }
            for version: Int64 in 1...3 {
                try expectError(.versionGone, "version \(version)") { try store.snapshot(of: id, at: version) }
            }
            for version: Int64 in [0, 4, .max] {
                try expectError(.listNotFound, "version \(version)") { try store.snapshot(of: id, at: version) }
            }
            try expect(!store.isReadable(2, ofList: number), "an ended list is readable")
            try expectError(.listNotFound, "a second end") { try store.delete(id) }
        },
        ConformanceCheck("goes on counting when a list is made again") { store in
            let id = try listID("again")
            let first = try store.put(.counting(3), into: id)
            try store.delete(id)
            let second = try store.put(.counting(5, prefix: "j"), into: id)
            try expectEqual(second.version, 3, "the first version of the new incarnation")
            try expectEqual(second.head.base, 2, "the base of the new incarnation")
            try expect(second.head.number > first.head.number, "the new incarnation has no number of its own")
            try expectEqual(ListModel(store.snapshot(of: id, at: 3)), .counting(5, prefix: "j"), "the new content")
            for version: Int64 in 1...2 {
                try expectError(.versionGone, "version \(version)") { try store.snapshot(of: id, at: version) }
            }
            try expectError(.versionNotFound, "version 4") { try store.snapshot(of: id, at: 4) }
            try expectError(.itemNotFound, "an item of the incarnation before") {
                try store.snapshot(of: id, at: nil).item(withID: Identifier(verbatim: "i-1"))
            }
            try expectEqual(store.delete(id), 4, "the second end")
            try expectEqual(store.put(ListModel(), into: id).version, 5, "the third incarnation")
        },
        ConformanceCheck("keeps an item's number when its id comes back") { store in
            let id = try listID("back")
            let item = Identifier(verbatim: "i-1")
            let before = try store.put(.counting(3), into: id).item(withID: item).entry.number
            try store.put(.counting(1), into: id)
            let after = try store.put(.counting(3), into: id).item(withID: item).entry.number
            try expectEqual(after, before, "the number of the item that came back")
            try expectError(.itemNotFound, "while it was gone") { try store.snapshot(of: id, at: 2).item(withID: item) }
            try expectEqual(store.snapshot(of: id, at: 1).item(withID: item).indexPath, IndexPath(section: 0, row: 1), "its first position")
        },
    ]
}
