import Foundations
import JSON
import Lists

/// The way from any thread to what is stored: through the cache of nodes, then over a connection.
///
/// On the writer's thread it reads over the writer's own connection, and so sees what the running batch has written.
final class Records: Sendable {
    let pool: ReadPool
    let nodes: NodeCache
    let parents = ParentCache(bytes: 1 << 20)
    private let sectionRevisions: ClockCache<RevisionKey, SectionRevision>
    private let state: ThreadConfined<WriterState>?
    private let health: StoreHealth?

    /// - Parameters:
    ///   - state: The writer's side; `nil` for a store that only reads.
    ///   - health: Takes in what is found to be damaged; `nil` for a store that only reads.
    init(pool: ReadPool, nodes: NodeCache, state: ThreadConfined<WriterState>?, health: StoreHealth?) {
        self.health = health
        self.pool = pool
        self.nodes = nodes
        sectionRevisions = ClockCache(limit: 2 << 20)
        self.state = state
    }

    /// Runs `body` with a reader for the calling thread.
    func withReader<Value>(_ body: (RecordReader) throws -> Value) throws -> Value {
        guard let state = state?.current else { return try pool.withReader(body) }
        return try body(try state.reader())
    }

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> {
        if case .items(let node) = cached(key) { return node }
        return try load(key) { bytes in
            let node = try TreeNode.items(key: key, stored: bytes)
            return (node, .items(node))
        }
    }

    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> {
        if case .sections(let node) = cached(key) { return node }
        return try load(key) { bytes in
            let node = try TreeNode.sections(key: key, stored: bytes)
            return (node, .sections(node))
        }
    }

    /// The revisions of sections, in the order asked for: most pages show one that was shown before.
    func sections(_ keys: [RevisionKey]) throws -> [SectionRevision] {
        let known = keys.compactMap { sectionRevisions[$0] }
        if known.count == keys.count { return known }
        let found = try withReader { try $0.sections.readSections(keys) }
        // The writer may read uncommitted nodes, and their keys may come again with other contents.
        if state?.isCurrentThread != true {
            for revision in found { sectionRevisions.insert(revision, for: revision.key, cost: revision.byteCount) }
        }
        return found
    }

    /// The parent of a number in a version.
    ///
    /// The writer uses the cache for rows that are committed alone. A process that only reads does not use it: the writer's does not say what it
    /// has changed.
    func parent(of number: Number, at version: Int64) throws -> Number? {
        guard let state, state.current?.mayChangeParent(of: number) != true else {
            return try withReader { try $0.parent(of: number, at: version) }
        }
        let newest = try parents.newest(number, at: version) { try withReader { try $0.newestParent(of: number) } }
        return try newest?.parent ?? withReader { try $0.parent(of: number, at: version) }
    }

    /// Takes in that a record of a version was not found. The rows of a version go only once it has left the history: where it is there
    /// still, the file lacks what it should have.
    func noteMissing(_ missing: MissingRecord, of version: Int64, ofList number: Int64) {
        guard let health else { return }
        do {
            guard let row = try withReader({ try $0.incarnation(number) }), row.deleted == nil, (row.oldest...row.head).contains(version)
            else { return }
            health.noteDamage(missing)
        } catch {
            health.note(error)
        }
    }

    private func cached(_ key: NodeKey) -> CachedNode? {
        if let state = state?.current, let made = state.nodes[key] { return made }
        return nodes[key]
    }

    /// Decodes a node, and keeps it if it is there to stay.
    private func load<Node>(
        _ key: NodeKey, _ decode: (UnsafeRawBufferPointer) throws -> (node: Node, cached: CachedNode)
    ) throws -> Node {
        if let bytes = nodes.stored(key) {
            let found = try bytes.withUnsafeBytes(decode)
            nodes.offer(found.cached, for: key)
            return found.node
        }
        let isCommitted = state?.current.map { $0.isCommitted(key) } ?? true
        return try withReader { reader in
            try reader.node(key) { bytes in
                let found = try decode(bytes)
                if isCommitted {
                    nodes.insert(stored: [UInt8](bytes), for: key)
                    nodes.offer(found.cached, for: key)
                }
                return found.node
            }
        }
    }
}

/// Gives a snapshot the records of one list. Any thread may use it.
struct ListRecords: ListStorage, Sendable {
    let list: Int64
    /// The version that is read.
    let version: Int64
    let records: Records

    /// The records that a version is read through.
    init(of head: ListHead, in records: Records) {
        list = head.number
        version = head.version
        self.records = records
    }

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> {
        do { return try records.itemNode(key) } catch let missing as MissingRecord { throw noted(missing) }
    }

    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> {
        do { return try records.sectionNode(key) } catch let missing as MissingRecord { throw noted(missing) }
    }

    private func noted(_ missing: MissingRecord) -> MissingRecord {
        records.noteMissing(missing, of: version, ofList: list)
        return missing
    }

    func number(ofItem id: Identifier) throws -> Number? {
        try records.withReader { try $0.number(of: id, kind: .item, in: list) }
    }

    /// Whether the list knows an item's id, deleted items of the history included.
    func hasItemNames() throws -> Bool {
        try records.withReader { try $0.hasItemNames(in: list) }
    }

    func number(ofSection id: Identifier) throws -> Number? {
        try records.withReader { try $0.number(of: id, kind: .section, in: list) }
    }

    func parent(of number: Number, at version: Int64) throws -> Number? {
        try records.parent(of: number, at: version)
    }

    func readItems(_ keys: [RevisionKey], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        do { try records.withReader { try $0.items.readItems(keys, body) } } catch let missing as MissingRecord { throw noted(missing) }
    }

    func sections(_ keys: [RevisionKey]) throws -> [SectionRevision] {
        do { return try records.sections(keys) } catch let missing as MissingRecord { throw noted(missing) }
    }
}

extension SectionRevision {
    /// Bytes that the revision holds in memory, about.
    fileprivate var byteCount: Int {
        ClockCache<RevisionKey, SectionRevision>.entryBytes + 96 + id.text.utf8.count + content.header.byteCount + content.footer.byteCount
            + content.metadata.byteCount
    }
}
