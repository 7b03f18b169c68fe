import Foundation
import JSON
import Lists
import Ports
import SQLiteStore
import Testing

@Suite("An upload")
struct UploadTests {
    @Test("that is let go, complete or not, does no harm and leaves no file")
    func dropped() throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { store.close() }
        for round in 0..<300 {
            let upload = try store.makeUpload()
            try upload.add(.section(SectionDraft()), line: 1)
            for line in 0..<(round % 5) { try upload.add(.item(ItemDraft(value: JSONText(string: "\(line)"))), line: 2 + line) }
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: database.folder)
        #expect(files.allSatisfy { !$0.contains("upload") }, "\(files)")
    }

    @Test("beyond those that may be on their way is refused, until one of them is let go")
    func places() throws {
        let database = try TestDatabase()
        let store = try database.open { $0.uploadLimit = 2 }
        defer { store.close() }
        var uploads = [try store.makeUpload(), try store.makeUpload()]
        for _ in 0..<3 {
            let error = #expect(throws: ListError.self) { try store.makeUpload() }
            #expect(error?.code == .overloaded)
        }
        uploads.removeFirst()
        uploads.append(try store.makeUpload())
        #expect(throws: ListError.self) { try store.makeUpload() }
    }

    @Test("takes little memory while it comes, however much of it has come")
    func memory() throws {
        let database = try TestDatabase()
        let store = try database.open()
        defer { store.close() }
        let item = ItemDraft(value: JSONText(string: String(repeating: "x", count: 32 << 10)))
        let before = try Self.residentBytes()
        let uploads = try (0..<16).map { _ in try store.makeUpload() }
        for upload in uploads {
            for line in 1...320 { try upload.add(.item(item), line: line) }
        }
        let after = try Self.residentBytes()
        #expect(after - before < 32 << 20)
        withExtendedLifetime(uploads) {}
    }

    /// The memory of the process that is its own.
    private static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ").compactMap { Int($0) }
        try #require(fields.count > 2)
        return (fields[1] - fields[2]) * sysconf(Int32(_SC_PAGESIZE))
    }
}
