import Foundation
import Testing

@testable import SectionalClient

@Suite("The outbox on disk")
struct OutboxFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outbox-\(UUID().uuidString)")
    private var url: URL { folder.appendingPathComponent("list/outbox") }

    private func write(_ key: String, isSent: Bool = false) -> PendingWrite {
        var write = PendingWrite(
            key: key, kind: .update, method: "PUT", path: "items/@a", body: Data("{\"a\":\"\n\"}".utf8),
            condition: PendingWrite.Condition(id: "a", revision: 7), items: ["a"], madeAt: Date(timeIntervalSince1970: 1))
        write.isSent = isSent
        return write
    }

    @Test("gives back what was not answered, in order, with what was changed later")
    func order() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = OutboxFile(url: url)
        #expect(file.read() == [])
        for key in ["1", "2", "3"] { try file.append(write(key)) }
        #expect(try file.sent(write("1", isSent: true)) == write("1", isSent: true))
        try file.done("2")
        try file.synchronize()
        #expect(OutboxFile(url: url).read() == [write("1", isSent: true), write("3")])
        let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("loses nothing but a last line that was cut off, wherever it was")
    func crash() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = OutboxFile(url: url)
        try file.append(write("1"))
        let whole = try Data(contentsOf: url)
        for length in [whole.count + 1, whole.count + 20, whole.count * 2 - 2] {
            try (whole + whole).prefix(length).write(to: url)
            let reopened = OutboxFile(url: url)
            #expect(reopened.read().map(\.key) == ["1"])
            try reopened.append(write("2"))
            #expect(OutboxFile(url: url).read().map(\.key) == ["1", "2"])
        }
    }

    @Test("is empty when everything is answered")
    func cleared() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = OutboxFile(url: url)
        try file.append(write("1"))
        try file.done("1")
        #expect(try Data(contentsOf: url).isEmpty)
        try file.append(write("2"))
        #expect(OutboxFile(url: url).read().map(\.key) == ["2"])
    }

    private func answer(_ version: Int, base: Int = 7) -> WriteAnswer {
        WriteAnswer(version: version, made: [.init(id: "a", base: base, revision: version)])
    }

    @Test("keeps an answer until a snapshot has its version, over a restart too")
    func answers() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = OutboxFile(url: url)
        for key in ["1", "2"] { try file.append(write(key)) }
        try file.append(
            PendingWrite(
                key: "tap", kind: .interaction, method: "POST", path: "items/@a/select", items: ["a"],
                madeAt: Date(timeIntervalSince1970: 1)))
        try file.answered("1", answer(9))
        try file.answered("tap", WriteAnswer(version: 9))
        #expect(file.read() == [write("2")] && file.answered().map(\.key) == ["1"])
        let reopened = OutboxFile(url: url)
        #expect(reopened.read() == [write("2")] && reopened.answered().map(\.answer) == [answer(9)])
        try reopened.keepSnapshot(at: 8) {}
        #expect(OutboxFile(url: url).answered().map(\.key) == ["1"])
        try reopened.keepSnapshot(at: 9) { #expect(OutboxFile(url: url).answered().map(\.key) == ["1"]) }
        // A write of the same item waits that was made before: it is to go over what the first has made.
        #expect(OutboxFile(url: url).answered().map(\.key) == ["1"] && OutboxFile(url: url).read() == [write("2")])
        // The snapshot was there before the answer.
        try reopened.answered("2", answer(9))
        #expect(try Data(contentsOf: url).isEmpty)
    }

    @Test("keeps an answer that a move of a batch is to be made over, where that minds the item's revision", arguments: [true, false])
    func answerBeforeMove(isMinded: Bool) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = OutboxFile(url: url)
        try file.append(write("1"))
        try file.answered("1", answer(9))
        var move = PendingWrite(
            key: "2", kind: .edit, method: "POST", path: "batch", items: ["a", "b"], madeAt: Date(timeIntervalSince1970: 1))
        var part = BatchPart(text: Data(#"{"op":"moveItem","item":"@a","before":"@b"}"#.utf8))
        if isMinded { part.seen = PendingWrite.Condition(id: "a", revision: 7) }
        move.take([part])
        try file.append(move)
        try file.keepSnapshot(at: 9) {}
        #expect(OutboxFile(url: url).answered().map(\.key) == (isMinded ? ["1"] : []))
        #expect(OutboxFile(url: url).read() == [move])
    }

    @Test("keeps the last of several answers on one item, with what the first was made over")
    func replacedAnswers() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = OutboxFile(url: url)
        for key in ["1", "2", "3"] { try file.append(write(key)) }
        try file.answered("1", answer(9))
        try file.answered("2", answer(10, base: 9))
        #expect(OutboxFile(url: url).answered().map(\.key) == ["2"])
        #expect(OutboxFile(url: url).answered().first?.answer == answer(10))
        // Somebody else has written in between.
        try file.answered("3", answer(13, base: 12))
        #expect(OutboxFile(url: url).answered().map(\.answer) == [answer(13, base: 12)])
    }

    @Test("does not replace a snapshot by an older one, nor forget what a snapshot has that could not be written")
    func snapshots() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = OutboxFile(url: url)
        try file.append(write("1"))
        try file.answered("1", answer(9))
        #expect(throws: CocoaError.self) { try file.keepSnapshot(at: 12) { throw CocoaError(.fileWriteOutOfSpace) } }
        #expect(file.answered().map(\.key) == ["1"])
        var versions: [Int] = []
        for version in [12, 11, 12, 15, 14] { try file.keepSnapshot(at: version) { versions.append(version) } }
        #expect(versions == [12, 12, 15])
        try file.forgetAnswers()
        try file.keepSnapshot(at: 2) { versions.append(2) }
        #expect(versions.last == 2)
    }

    @Test("keeps what one user has not sent when another is done with everything, or has read nothing")
    func users() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = OutboxFile.shared(at: url)
        let second = OutboxFile.shared(at: url)
        try second.append(write("0"))
        try first.append(write("1"))
        try second.append(write("2"))
        try second.done("0")
        try second.done("2")
        #expect(second.read().map(\.key) == ["1"])
        #expect(OutboxFile(url: url).read().map(\.key) == ["1"])
        try first.append(write("3"))
        #expect(OutboxFile(url: url).read().map(\.key) == ["1", "3"])
        let afterRestart = OutboxFile(url: url)
        try afterRestart.append(write("4"))
        try afterRestart.done("4")
        #expect(OutboxFile(url: url).read().map(\.key) == ["1", "3"])
    }

    @Test("sends a write as it was sent first, whoever sends it, also when the other has its answer")
    func sameRequest() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = OutboxFile.shared(at: url)
        try file.append(write("1"))
        #expect(file.read(except: ["1"]) == [] && file.read().map(\.key) == ["1"])
        var sent = write("1", isSent: true)
        sent.condition?.revision = 9
        #expect(try file.sent(sent) == sent)
        #expect(try file.sent(write("1", isSent: true)) == sent)
        try file.done("1")
        #expect(try file.sent(write("1", isSent: true)) == sent)
        try file.done("1")
        #expect(try Data(contentsOf: url).isEmpty)
    }

    @Test("does not grow with attempts, and is written anew when most of it is answered")
    func size() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = OutboxFile(url: url)
        try file.append(write("1"))
        _ = try file.sent(write("1", isSent: true))
        let size = try Data(contentsOf: url).count
        for _ in 0..<10 { _ = try file.sent(write("1", isSent: true)) }
        #expect(try Data(contentsOf: url).count == size)
        var big = write("big")
        big.body = Data(repeating: 1, count: Int(OutboxFile.longest))
        try file.append(big)
        try file.done("big")
        try file.synchronize()
        try file.append(write("2"))
        #expect(try Data(contentsOf: url).count < 2 * size)
        #expect(OutboxFile(url: url).read() == [write("1", isSent: true), write("2")])
        try file.done("1")
        try file.done("2")
        #expect(try Data(contentsOf: url).isEmpty)
    }

    @Test("waits for the disk in one place, and takes writes meanwhile", .timeLimit(.minutes(1)))
    func slowDisk() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (waits, during) = (Locked(0), Locked({}))
        let disk = OutboxFile.Disk(synchronize: { _ in
            waits.value += 1
            during.value()
        })
        let file = OutboxFile(url: url, disk: disk)
        try file.append(write("1"))
        _ = try file.sent(write("1", isSent: true))
        try file.done("1")
        try file.append(write("2"))
        #expect(waits.value == 0)
        let added = write("3")
        during.value = { try? file.append(added) }
        try file.synchronize()
        #expect(waits.value == 1)
        during.value = {}
        // The one that came meanwhile is not on the disk yet; then all are.
        try file.synchronize()
        try file.synchronize()
        #expect(waits.value == 2)
        #expect(OutboxFile(url: url).read().map(\.key) == ["2", "3"])
    }

    @Test("takes the next write after a disk was full within a line")
    func fullDisk() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let isFull = Locked(false)
        let disk = OutboxFile.Disk(append: { handle, data in
            guard isFull.value else { return try handle.write(contentsOf: data) }
            try handle.write(contentsOf: data.prefix(data.count / 2))
            throw CocoaError(.fileWriteOutOfSpace)
        })
        let file = OutboxFile(url: url, disk: disk)
        try file.append(write("1"))
        let whole = try Data(contentsOf: url)
        isFull.value = true
        #expect(throws: CocoaError.self) { try file.append(write("2")) }
        #expect(throws: CocoaError.self) { _ = try file.sent(write("1", isSent: true)) }
        #expect(try Data(contentsOf: url) == whole)
        isFull.value = false
        try file.append(write("3"))
        #expect(try file.sent(write("1", isSent: true)).isSent)
        #expect(OutboxFile(url: url).read() == [write("1", isSent: true), write("3")])
    }
}

extension Locked {
    fileprivate var value: Value {
        get { withLock { $0 } }
        set { withLock { $0 = newValue } }
    }
}
