import GRDB
import GRDBSQLite
import JSON
import Lists

/// Reads the tables over one connection, with statements prepared once.
///
/// Confined to whoever holds the connection.
final class RecordReader {
    private let connection: OpaquePointer?
    private let begin: PreparedStatement
    private let commit: PreparedStatement
    private let newest: PreparedStatement
    private let life: PreparedStatement
    private let live: PreparedStatement
    private let version: PreparedStatement
    private let types: PreparedStatement
    private let name: PreparedStatement
    private let place: PreparedStatement
    private let node: PreparedStatement
    let revision: PreparedStatement
    let revisions: PreparedStatement
    let section: PreparedStatement
    let versions: PreparedStatement
    let outbox: OutboxReader

    init(_ database: Database) throws {
        connection = database.sqliteConnection
        outbox = try OutboxReader(database)
        begin = try PreparedStatement(database, "BEGIN")
        commit = try PreparedStatement(database, "COMMIT")
        newest = try PreparedStatement(database, "SELECT \(ListRow.columns) FROM list WHERE id = ? ORDER BY number DESC LIMIT 1")
        life = try PreparedStatement(database, "SELECT \(ListRow.columns) FROM list WHERE number = ?")
        live = try PreparedStatement(
            database,
            "SELECT \(ListRow.columns) FROM list WHERE deleted IS NULL AND id > ? AND id >= ? ORDER BY id LIMIT ?")
        version = try PreparedStatement(
            database,
            """
            SELECT root, root_number, section_count, item_count, v.properties, time, p.key, title, metadata, default_type, identity
            FROM version v LEFT JOIN properties p ON p.key = v.properties WHERE v.key = ?
            """)
        types = try PreparedStatement(database, "SELECT name FROM type_name WHERE list = ? ORDER BY number")
        name = try PreparedStatement(database, "SELECT number FROM name WHERE list = ? AND kind = ? AND id = ?")
        place = try PreparedStatement(
            database, "SELECT parent FROM place WHERE number = ? AND since <= ? ORDER BY since DESC LIMIT 1")
        node = try PreparedStatement(database, "SELECT data FROM node WHERE key = ?")
        revision = try PreparedStatement(database, "SELECT key, number, version, id, value FROM revision WHERE key = ?")
        revisions = try PreparedStatement(
            database, "SELECT key, number, version, id, value FROM revision WHERE key BETWEEN ? AND ? ORDER BY key")
        section = try PreparedStatement(
            database, "SELECT number, id, header, footer, metadata FROM section_revision WHERE key = ?")
        versions = try PreparedStatement(database, Self.versionRun)
    }

    /// Runs `body` in one read transaction, so that all that it reads is of one moment; in the transaction that is open, if one is.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        guard sqlite3_get_autocommit(connection) != 0 else { return try body() }
        try begin.run()
        let result = Result { try body() }
        try commit.run()
        return try result.get()
    }

    /// The newest life of an id, ended or not.
    func newestLife(of id: String) throws -> ListRow? {
        newest.bind(0, id)
        return try newest.first { ListRow(newest) }
    }

    /// The life with a list number.
    func life(_ number: Int64) throws -> ListRow? {
        life.bind(0, number)
        return try life.first { ListRow(life) }
    }

    /// The rows of lists that have not ended, by the bytes of their ids: those after `after` that are not before `start`.
    func liveLists(after: String, from start: String, limit: Int) throws -> [ListRow] {
        live.bind(0, after)
        live.bind(1, start)
        live.bind(2, Int64(max(0, limit)))
        defer { live.reset() }
        var rows: [ListRow] = []
        while try live.step() { rows.append(ListRow(live)) }
        return rows
    }

    /// A version of a life; `nil` where there is none.
    func head(of row: ListRow, at number: Int64) throws -> ListHead? {
        guard let id = ListID(row.id) else {
            throw SQLiteFailure(code: .corrupt, message: "'\(row.id)' is no list id", operation: "read a list")
        }
        let names = try typeNames(of: row.number)
        version.bind(0, row.number << KeyRange.counterBits | number)
        return try version.first {
            let properties =
                version.isNull(6)
                ? ListProperties(title: nil, metadata: JSONValue(verbatim: "{}"), defaultType: nil, identity: nil)
                : ListProperties(
                    title: version.optionalText(7), metadata: JSONValue(verbatim: version.text(8)),
                    defaultType: version.optionalText(9), identity: version.optionalText(10))
            var root: TreeBranch?
            if let key = version.optionalInt(0) {
                root = TreeBranch(
                    key: key, number: version.int(1), count: Int(version.int(2)), itemCount: Int(version.int(3)))
            }
            return ListHead(
                id: id, number: row.number, base: row.base, version: number,
                sections: OrderedTree(root: root, owner: KeyRange.owner(ofList: row.number)), properties: properties,
                propertiesKey: version.int(4), types: names, createdAt: row.createdAt, updatedAt: version.int(5), counter: row.counter)
        }
    }

    private func typeNames(of list: Int64) throws -> TypeNames {
        types.bind(0, list)
        defer { types.reset() }
        var names: [String] = []
        while try types.step() { names.append(types.text(0)) }
        return TypeNames(names)
    }

    /// The number that an id stands for.
    func number(of id: Identifier, kind: NameKind, in list: Int64) throws -> Number? {
        name.bind(0, list)
        name.bind(1, kind.rawValue)
        name.bind(2, id.text)
        return try name.first { name.int(0) }
    }

    /// What a number stood under in a version.
    func parent(of number: Number, at version: Int64) throws -> Number? {
        place.bind(0, number)
        place.bind(1, version)
        return try place.first { place.int(0) }
    }

    /// Hands out the stored form of a node.
    func node<Value>(_ key: NodeKey, _ decode: (UnsafeRawBufferPointer) throws -> Value) throws -> Value {
        node.bind(0, key)
        guard let value = try node.first({ try decode(node.bytes(0)) }) else { throw MissingRecord(key: key) }
        return value
    }
}

/// What a row of the table `name` names.
enum NameKind: Int64, CaseIterable {
    case item = 0
    case section = 1
}
