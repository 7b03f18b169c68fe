import Foundation

/// One file for a list, read whole or not at all, and replaced as a whole.
struct SnapshotFile: Sendable {
    /// Goes up with each change of the format; a file of another is not read.
    private static let format = 3
    /// Lists with more sections are loaded anew: reading them back would take as long.
    static let mostSections = 5_000
    static let mostRows = 300

    let url: URL

    private struct Content<Item: Codable & Sendable>: Codable {
        let format: Int
        let snapshot: Snapshot<Item>
    }

    /// Nil where there is none, and where it cannot be read.
    func read<Item>(_: Item.Type, _ decoder: JSONDecoder) -> Snapshot<Item>? {
        guard let data = try? Data(contentsOf: url) else { return nil }
        guard let content = try? decoder.decodeExactly(Content<Item>.self, from: data) else { return nil }
        return content.format == Self.format ? content.snapshot : nil
    }

    /// Replaces the file by writing another beside it; a process that is killed leaves the old one or the new one.
    func write<Item>(_ snapshot: Snapshot<Item>, _ encoder: JSONEncoder) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encodeExactly(Content(format: Self.format, snapshot: snapshot)).write(to: url, options: .atomic)
        url.protect()
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
