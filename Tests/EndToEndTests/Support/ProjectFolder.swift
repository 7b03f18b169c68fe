import Foundation

/// The folder that the tests lie in, with what was built and written there.
enum ProjectFolder {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// What `make build` made, or the program that is named.
    static let releasedProgram = namedProgram ?? root.appendingPathComponent(".build/release/sectional")

    /// What `SECTIONAL_PROGRAM` in the environment names, such as a build with a sanitizer; `nil` without.
    static let namedProgram = ProcessInfo.processInfo.environment["SECTIONAL_PROGRAM"].map { URL(fileURLWithPath: $0) }
}
