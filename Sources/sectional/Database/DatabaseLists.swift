import Commands
import JSON
import Lists
import SQLiteStore
import Wire

/// The lists in a database, which another process may write to: objects in the order of their ids, a page at a time.
struct DatabaseLists {
    private static let pageSize = 500

    private let path: String
    private let prefix: String
    private let store: SQLiteListStore
    private var after: String?
    private var isOver = false

    init(path: String, prefix: String) throws(CommandFailure) {
        self.path = path
        self.prefix = prefix
        store = try SQLiteListStore.openReadOnly(path)
    }

    /// The next page; `nil` after the last.
    mutating func next() throws(CommandFailure) -> [JSONText]? {
        guard !isOver else { return nil }
        do {
            let lists = try store.lists(prefix: prefix, after: after, limit: Self.pageSize)
            guard let last = lists.last else {
                isOver = true
                store.close()
                return nil
            }
            after = last.head.id.text
            return lists.map { JSONText(verbatim: String(decoding: ListRepresentation.bytes(of: $0), as: UTF8.self)) }
        } catch {
            throw CommandFailure(opening: path, error)
        }
    }
}
