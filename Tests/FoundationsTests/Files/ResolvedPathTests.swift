import Foundation
import Foundations
import Testing

@Suite("Paths with their links resolved")
final class ResolvedPathTests {
    private let folder: String

    init() throws {
        let made = FileManager.default.temporaryDirectory.appendingPathComponent("sectional-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
        folder = URL(fileURLWithPath: made).resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test("a link and what it points to are one file")
    func link() throws {
        try Data().write(to: URL(fileURLWithPath: folder + "/file"))
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "file")
        let location = ResolvedPath(folder + "/link")
        #expect(location.path == folder + "/file")
        #expect(location.folder == folder && location.name == "file")
        #expect(Set(location.neighbours) == [".", "..", "file", "link"])
    }

    @Test("a file that is still to be made lies in its folder, and links to that are resolved")
    func missingFile() throws {
        try FileManager.default.createDirectory(atPath: folder + "/a", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder + "/b", withDestinationPath: "a")
        #expect(ResolvedPath(folder + "/b/new").path == folder + "/a/new")
        #expect(ResolvedPath("/new-\(UUID().uuidString)").folder == "/")
    }

    @Test("a path without a folder that is there stays as it is, and nothing lies beside it")
    func missingFolder() {
        let location = ResolvedPath(folder + "/none/new")
        #expect(location.path == folder + "/none/new" && location.name == "new")
        #expect(location.neighbours.isEmpty)
    }
}
