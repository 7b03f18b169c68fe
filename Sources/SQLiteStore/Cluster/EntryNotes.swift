import Lists
import Ports

/// The notes of an entry: what the memory of another store needs to know of it beside its rows. All else it learns from the tables that the
/// entry has written to.
struct EntryNotes {
    /// A list whose row has changed.
    struct List {
        let id: ListID
        let number: Int64
    }

    /// A version made, a list ended or an interaction recorded.
    struct Commit {
        enum Change {
            case version(Int64, after: Int64?)
            case restart(Int64)
            case end(Int64)
            case interaction(Int64)
        }

        let id: ListID
        let change: Change
        /// The number of the list; 0 for an interaction.
        var number: Int64 = 0
    }

    /// Views before their sources.
    var lists: [List] = []
    /// In their order.
    var commits: [Commit] = []
    /// Things that have other parents than before, or none.
    var displaced: [Number] = []
    /// How many bytes more the stored responses of each space take.
    var responses: [String: Int64] = [:]
    var change = OutboxChange()

    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        func add(_ number: Int64) { Varint.append(UInt64(bitPattern: number), to: &bytes) }
        func add(_ text: String) {
            add(Int64(text.utf8.count))
            bytes += text.utf8
        }
        add(Int64(lists.count))
        for list in lists {
            add(list.id.text)
            add(list.number)
        }
        add(Int64(commits.count))
        for commit in commits {
            add(commit.id.text)
            let (kind, version, before): (UInt8, Int64, Int64) =
                switch commit.change {
                case .version(let version, let before): (0, version, before ?? 0)
                case .end(let version): (1, version, 0)
                case .restart(let version): (3, version, 0)
                case .interaction(let sequence): (2, sequence, 0)
                }
            bytes.append(kind)
            for number in [version, before, commit.number] { add(number) }
        }
        add(Int64(displaced.count))
        for number in displaced { add(number) }
        add(Int64(responses.count))
        for (space, growth) in responses.sorted(by: { $0.key < $1.key }) {
            add(space)
            Varint.append(Varint.zigzag(growth), to: &bytes)
        }
        for ids in [change.webhooks, change.deliveries, change.retries] {
            add(Int64(ids.count))
            for id in ids.sorted() { add(id.text) }
        }
        return bytes
    }

    init() {}

    init(_ reader: inout EntryReader) throws {
        lists = try (0..<reader.count()).map { _ in List(id: try Self.listID(&reader), number: try reader.number()) }
        commits = try (0..<reader.count()).map { _ in try Self.commit(&reader) }
        displaced = try (0..<reader.count()).map { _ in try reader.number() }
        for _ in 0..<(try reader.count()) {
            let space = try reader.text()
            responses[space] = Varint.signed(UInt64(bitPattern: try reader.number()))
        }
        change.webhooks = try Self.identifiers(&reader)
        change.deliveries = try Self.identifiers(&reader)
        change.retries = try Self.identifiers(&reader)
        guard reader.isAtEnd else { throw RecordedValue.damage }
    }

    private static func listID(_ reader: inout EntryReader) throws -> ListID {
        guard let id = ListID(try reader.text()) else { throw RecordedValue.damage }
        return id
    }

    private static func identifiers(_ reader: inout EntryReader) throws -> Set<Identifier> {
        Set(try (0..<reader.count()).map { _ in Identifier(verbatim: try reader.text()) })
    }

    private static func commit(_ reader: inout EntryReader) throws -> Commit {
        let id = try listID(&reader)
        let kind = try reader.byte()
        let (version, before, number) = (try reader.number(), try reader.number(), try reader.number())
        switch kind {
        case 0: return Commit(id: id, change: .version(version, after: before == 0 ? nil : before), number: number)
        case 1: return Commit(id: id, change: .end(version), number: number)
        case 2: return Commit(id: id, change: .interaction(version))
        case 3: return Commit(id: id, change: .restart(version), number: number)
        default: throw RecordedValue.damage
        }
    }
}
