import Foundation

/// The folder that the tests lie in, with what was built and written there.
enum ProjectFolder {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// What `make build` made, or the program that is named.
    static let releasedProgram = namedProgram ?? root.appendingPathComponent(".build/release/sectional")

    /// What `SECTIONAL_PROGRAM` in the environment names, such as a build with a sanitizer; `nil` without.
    static let namedProgram = ProcessInfo.processInfo.environment["SECTIONAL_PROGRAM"].map { URL(fileURLWithPath: $0) }

    /// The files of a folder of the project, and of those in it, whose names end so, in order.
    static func files(in folder: String, ending: String) throws -> [String] {
        let url = root.appendingPathComponent(folder)
        return try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { $0.hasSuffix(ending) }.sorted()
            .map { url.appendingPathComponent($0).path }
    }
}
