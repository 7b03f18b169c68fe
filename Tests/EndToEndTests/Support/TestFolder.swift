import Foundation

/// A folder of a test's own, which goes with it.
final class TestFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("sectional-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var database: String { path("lists.sqlite") }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file.
    ///
    /// - Returns: its path.
    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }
}
