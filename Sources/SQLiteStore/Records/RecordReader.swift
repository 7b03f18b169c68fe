import Lists

/// Reads the tables over one connection, with statements prepared once.
///
/// Confined to the thread that has the connection.
final class RecordReader {
    private let begin: PreparedStatement
    private let commit: PreparedStatement
    private let newest: PreparedStatement
    private let restored: PreparedStatement
    private let incarnation: PreparedStatement
    private let live: PreparedStatement
    private let version: PreparedStatement
    private let types: PreparedStatement
    private let name: PreparedStatement
    private let anyName: PreparedStatement
    private let parent: PreparedStatement
    private let newestParent: PreparedStatement
    private let source: PreparedStatement
    private let nodes: PackReader
    private let properties: PackReader
    let items: PackReader
    let sections: PackReader
    let versions: PreparedStatement
    let uses: PreparedStatement
    let outbox: OutboxReader

    init(_ connection: DatabaseConnection) throws {
        outbox = try OutboxReader(connection)
        begin = try connection.statement("BEGIN")
        commit = try connection.statement("COMMIT")
        newest = try connection.statement("SELECT \(IncarnationRow.columns) FROM list WHERE id = ? ORDER BY number DESC LIMIT 1")
        restored = try connection.statement("SELECT version FROM restored")
        incarnation = try connection.statement("SELECT \(IncarnationRow.columns) FROM list WHERE number = ?")
        live = try connection.statement(
            "SELECT \(IncarnationRow.columns) FROM list WHERE deleted IS NULL AND id > ? AND id >= ? ORDER BY id LIMIT ?")
        version = try connection.statement(
            "SELECT root, root_number, section_count, item_count, properties, time FROM version WHERE key = ?")
        types = try connection.statement("SELECT name FROM type_name WHERE list = ? ORDER BY number")
        name = try connection.statement("SELECT number FROM name WHERE list = ? AND kind = ? AND id = ?")
        anyName = try connection.statement("SELECT 1 FROM name WHERE list = ? AND kind = ? LIMIT 1")
        parent = try connection.statement("SELECT parent FROM parent WHERE number = ? AND since <= ? ORDER BY since DESC LIMIT 1")
        newestParent = try connection.statement("SELECT since, parent FROM parent WHERE number = ? ORDER BY since DESC LIMIT 1")
        source = try connection.statement("SELECT source FROM version WHERE key = ?")
        nodes = try PackReader(connection, .node)
        properties = try PackReader(connection, .properties)
        items = try PackReader(connection, .item)
        sections = try PackReader(connection, .section)
        versions = try connection.statement(Self.versionRun)
        uses = try connection.statement(Self.typeUses)
    }

    /// Runs `body` in one read transaction, so that all that it reads is of one moment; in the transaction that is open, if one is.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        guard !begin.isInTransaction else { return try body() }
        try begin.run()
        let result = Result { try body() }
        try commit.run()
        return try result.get()
    }

    /// The last version number that an id which is not in the database may have used, since the database was restored.
    func restoredVersion() throws -> Int64 { try restored.value() ?? 0 }

    /// The newest incarnation of an id, ended or not.
    func newestIncarnation(of id: String) throws -> IncarnationRow? {
        try newest.first(id, read: IncarnationRow.init)
    }

    /// The incarnation with a list number.
    func incarnation(_ number: Int64) throws -> IncarnationRow? {
        try incarnation.first(number, read: IncarnationRow.init)
    }

    /// The rows of lists that have not ended, by the bytes of their ids: those after `after` that are not before `start`.
    func liveLists(after: String, from start: String, limit: Int) throws -> [IncarnationRow] {
        try live.all(after, start, max(0, limit), read: IncarnationRow.init)
    }

    /// A version of an incarnation; `nil` where there is none.
    ///
    /// - Throws: ``MissingRecord`` where its properties are not there.
    func head(of row: IncarnationRow, at number: Int64) throws -> ListHead? {
        guard let id = ListID(row.id) else {
            throw SQLiteFailure(code: .corrupt, message: "'\(row.id)' is no list id", operation: "read a list")
        }
        let names = try typeNames(of: row.number)
        return try version.first(row.number << KeyRange.counterBits | number) { version in
            let propertiesKey: RevisionKey = version[4]
            let properties = try properties.read(propertiesKey) { try ListProperties(stored: $0) }
            let root = (version[0] as NodeKey?).map {
                TreeBranch(key: $0, number: version[1], count: version[2], itemCount: version[3])
            }
            guard root?.isPlausible != false else {
                let message = "version \(number) of list '\(row.id)' has no counts"
                throw SQLiteFailure(code: .corrupt, message: message, operation: "read a list")
            }
            return ListHead(
                id: id, number: row.number, base: row.base, version: number,
                sections: OrderedTree(root: root, owner: KeyRange.owner(ofList: row.number)), properties: properties,
                propertiesKey: propertiesKey, types: names, createdAt: row.createdAt, updatedAt: version[5],
                counter: row.counter)
        }
    }

    /// The newest version of an incarnation that has not ended.
    ///
    /// - Throws: ``SQLiteFailure`` `corrupt` where it is not there.
    func newestVersion(of row: IncarnationRow) throws -> ListHead {
        do {
            if let head = try head(of: row, at: row.head) { return head }
        } catch is MissingRecord {
            throw SQLiteFailure(code: .corrupt, message: "the head of list '\(row.id)' has no properties", operation: "read a list")
        }
        throw SQLiteFailure(code: .corrupt, message: "list '\(row.id)' has no head", operation: "read a list")
    }

    /// The source's version that a view's version was made for; `nil` for none.
    func source(of view: Int64, at version: Int64) throws -> Int64? {
        try source.first(view << KeyRange.counterBits | version) { $0["source"] as Int64? } ?? nil
    }

    private func typeNames(of list: Int64) throws -> TypeNames {
        TypeNames(try types.all(list) { $0[0] })
    }

    /// The number that an id stands for.
    func number(of id: Identifier, kind: NameKind, in list: Int64) throws -> Number? {
        try name.value(list, kind.rawValue, id.text)
    }

    /// Whether a list knows an item's id.
    func hasItemNames(in list: Int64) throws -> Bool {
        try anyName.value(list, NameKind.item.rawValue) == 1
    }

    /// The parent of a number in a version.
    func parent(of number: Number, at version: Int64) throws -> Number? {
        try parent.value(number, version)
    }

    /// The newest row of a number's parent.
    func newestParent(of number: Number) throws -> ParentCache.Entry? {
        try newestParent.first(number) { ParentCache.Entry(since: $0[0], parent: $0[1]) }
    }

    /// Hands out the stored form of a node.
    func node<Value>(_ key: NodeKey, _ decode: (UnsafeRawBufferPointer) throws -> Value) throws -> Value {
        try nodes.read(key, decode)
    }
}

extension TreeBranch {
    /// Whether the counts may be those of a tree.
    fileprivate var isPlausible: Bool { [count, itemCount].allSatisfy { (0...KeyRange.lastCounter).contains(Int64($0)) } }
}

/// The kind of object that a row of the table `name` names.
enum NameKind: Int64, CaseIterable {
    case item = 0
    case section = 1
}
