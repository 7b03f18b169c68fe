import JSON
import Lists
import SQLiteStore
import Wire

/// The lists in a database, which another process may write to.
struct DatabaseLists: ListSource {
    private static let pageSize = 500

    private let store: SQLiteListStore
    private let path: String

    init(settings: Settings) throws(CommandFailure) {
        store = try SQLiteListStore.openReadOnly(settings)
        path = settings.database
    }

    func pages(prefix: String) -> () throws(CommandFailure) -> [JSONValue]? {
        var after: String?
        var isOver = false
        return { () throws(CommandFailure) in
            guard !isOver else { return nil }
            do {
                let lists = try store.lists(prefix: prefix, after: after, limit: Self.pageSize)
                guard let last = lists.last else {
                    isOver = true
                    store.close()
                    return nil
                }
                after = last.head.id.text
                return lists.map { JSONValue(verbatim: String(decoding: ListShape.bytes(of: $0), as: UTF8.self)) }
            } catch {
                throw CommandFailure(opening: path, error)
            }
        }
    }
}
