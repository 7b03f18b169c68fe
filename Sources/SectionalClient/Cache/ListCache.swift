public import Foundation

/// Where lists are kept between runs of an app: what was on the screen, and what has not reached the server.
///
/// Files are one process's at a time; in it several ``RemoteDataProvider``s of a list share them. An app where people sign in and out gives
/// each a folder of its own.
public struct ListCache: Sendable, Hashable {
    /// What was on the screen. The system may empty it; then the next start loads anew.
    public let snapshots: URL
    /// Writes that wait for the server. They are the only copy of what somebody did.
    public let outboxes: URL

    public init(snapshots: URL, outboxes: URL) {
        self.snapshots = snapshots
        self.outboxes = outboxes
    }

    /// Both below one folder.
    public init(folder: URL) {
        self.init(snapshots: folder.appendingPathComponent("snapshots"), outboxes: folder.appendingPathComponent("outboxes"))
    }

    /// The app's `Caches/sectional` and `Application Support/sectional`.
    public static var caches: ListCache {
        let manager = FileManager.default
        let temporary = manager.temporaryDirectory
        let caches = manager.urls(for: .cachesDirectory, in: .userDomainMask).first ?? temporary
        let support = manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first ?? temporary
        return ListCache(
            snapshots: caches.appendingPathComponent("sectional"), outboxes: support.appendingPathComponent("sectional"))
    }

    func snapshot(of list: String, at server: URL) -> URL { file(of: list, at: server, in: snapshots, named: "snapshot") }

    func outbox(of list: String, at server: URL) -> URL { file(of: list, at: server, in: outboxes, named: "outbox") }

    private func file(of list: String, at server: URL, in folder: URL, named name: String) -> URL {
        // Host, port and path: two servers on one host are two.
        let parts = server.absoluteString.split(separator: "/", omittingEmptySubsequences: true).dropFirst().joined(separator: "/")
        return folder.appendingPathComponent(Self.fileName(parts)).appendingPathComponent(Self.fileName(list)).appendingPathComponent(name)
    }

    /// A name that stays in its folder, of at most 255 bytes for any list id: `.` and `..` are encoded too.
    private static func fileName(_ text: String) -> String {
        let encoded = text.percentEncoded
        return encoded.allSatisfy { $0 == "." } ? encoded.map { _ in "%2E" }.joined() : encoded
    }
}
