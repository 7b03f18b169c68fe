public import Foundation

/// The folders in which lists are kept between runs of an app: snapshots of screens, and unsent writes.
///
/// Files are one process's at a time; in it several ``RemoteDataProvider``s of a list share them. Each account of a service has its
/// own: what waits for the server when somebody signs out stays, and is sent when the same account is signed in again, or is taken away by
/// its service's `discard(from:)`.
public struct ListCache: Sendable, Hashable {
    /// The folder of snapshots of screens. The system may empty it; then the next start loads anew.
    public let snapshots: URL
    /// Writes that wait for the server. They are the only copy of what somebody did.
    public let outboxes: URL

    /// Makes a cache of two folders, which are created when they are missing.
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

    /// Removes all that is kept of a server for an account.
    func discard(_ server: URL, for account: String?) throws {
        for root in [snapshots, outboxes] {
            let folder = Self.folder(of: server, for: account, in: root)
            guard FileManager.default.fileExists(atPath: folder.path) else { continue }
            if account != nil { try FileManager.default.removeItem(at: folder) } else { try Self.removeLists(in: folder) }
        }
    }

    /// Leaves the accounts that are beside the lists.
    private static func removeLists(in folder: URL) throws {
        for entry in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where !entry.lastPathComponent.hasPrefix("@") {
            try FileManager.default.removeItem(at: entry)
        }
    }

    /// The ids of the lists of an account that have a file of writes.
    func listsWithOutboxes(at server: URL, for account: String?) -> [String] {
        let folder = Self.folder(of: server, for: account, in: outboxes)
        let entries = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return entries.filter { FileManager.default.fileExists(atPath: $0.appendingPathComponent("outbox").path) }
            .compactMap { $0.lastPathComponent.removingPercentEncoding }.filter { !$0.hasPrefix("@") }
    }

    func snapshot(of list: String, at server: URL, for account: String?) -> URL {
        Self.folder(of: server, for: account, in: snapshots).appendingPathComponent(Self.fileName(list)).appendingPathComponent("snapshot")
    }

    func outbox(of list: String, at server: URL, for account: String?) -> URL {
        Self.folder(of: server, for: account, in: outboxes).appendingPathComponent(Self.fileName(list)).appendingPathComponent("outbox")
    }

    private static func folder(of base: URL, for account: String?, in root: URL) -> URL {
        // Host, port and path: two servers on one host are two.
        let parts = base.absoluteString.split(separator: "/", omittingEmptySubsequences: true).dropFirst().joined(separator: "/")
        let server = root.appendingPathComponent(fileName(parts))
        guard let account else { return server }
        // No list's name begins so. A folder's name has 255 bytes at most.
        var rest = account.percentEncoded[...]
        var folder = server
        repeat {
            folder.appendPathComponent("@" + rest.prefix(200))
            rest = rest.dropFirst(200)
        } while !rest.isEmpty
        return folder.appendingPathComponent("@")
    }

    /// A name that stays in its folder, of at most 255 bytes for any list id: `.` and `..` are encoded too.
    private static func fileName(_ text: String) -> String {
        let encoded = text.percentEncoded
        return encoded.allSatisfy { $0 == "." } ? encoded.map { _ in "%2E" }.joined() : encoded
    }
}
