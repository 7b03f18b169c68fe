import GRDB

/// The items of a SQLite file.
struct ItemStore: Sendable {
    private let database: DatabasePool

    /// Opens a file in WAL mode, as GRDB does by default.
    ///
    /// - Parameter synchronous: When SQLite has the disk sync: `normal`, GRDB's default, only at checkpoints, or `full`, at each commit.
    init(path: String, synchronous: Synchronous) throws {
        database = try DatabasePool(path: path)
        if synchronous == .full {
            // After the pool has set its own way, on the one connection that writes.
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        }
    }

    func count() async throws -> Int {
        try await database.read { try Item.fetchCount($0) }
    }

    func items(from offset: Int, limit: Int) async throws -> [Item] {
        try await database.read { database in
            try Item
                .filter(Item.Columns.position >= offset && Item.Columns.position < offset + limit)
                .order(Item.Columns.position)
                .fetchAll(database)
        }
    }

    /// Changes an item. Returns nil when there is none at that position.
    func update(_ position: Int, with patch: ItemPatch) async throws -> Item? {
        try await database.write { database in
            guard var item = try Item.fetchOne(database, key: position) else { return nil }
            item.merge(patch)
            try item.update(database)
            return item
        }
    }
}
