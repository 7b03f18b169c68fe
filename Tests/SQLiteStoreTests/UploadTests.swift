import Foundation
import Lists
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
            for line in 0..<(round % 5) { try upload.add(.item(ItemDraft(value: JSONValue(string: "\(line)"))), line: 2 + line) }
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: database.folder)
        #expect(files.allSatisfy { !$0.contains("upload") }, "\(files)")
    }
}
