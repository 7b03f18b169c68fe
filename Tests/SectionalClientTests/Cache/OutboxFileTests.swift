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
        try file.append(write("1", isSent: true))
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
        try file.clear()
        #expect(try Data(contentsOf: url).isEmpty)
        try file.append(write("2"))
        #expect(OutboxFile(url: url).read().map(\.key) == ["2"])
    }
}
