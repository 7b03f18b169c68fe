import Foundation
import Foundations
import Testing

@testable import Commands

@Suite("Files that appear when they are whole")
struct StagedFileTests {
    @Test("what killed processes left in the folder is removed, but for the files of a database that another process opens")
    func sweeps() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("staged-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let random = PrivateFile.randomName()
        for name in ["lists.1.\(random).part", "lists.2-id.\(random).part", "lists.2-shm.\(random).part", "other.part"] {
            try Data().write(to: folder.appendingPathComponent(name))
        }
        StagedFile.sweep(ResolvedPath(folder.appendingPathComponent("lists.1").path))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == ["lists.2-id.\(random).part", "lists.2-shm.\(random).part", "other.part"])
    }
}
