import Lists

/// Checks the packs of a list: that each can be read, that no two overlap, and that each record is one of the newest version's, one that
/// some version has left behind, or a dead one.
struct PackCheck {
    private let packs: PreparedStatement
    private let dead: PreparedStatement
    private let garbage: PreparedStatement
    private let chunks: PreparedStatement
    private let staged: PreparedStatement
    private let strays: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        packs = try connection.statement("SELECT last, data FROM pack WHERE last BETWEEN ? AND ? ORDER BY last")
        dead = try connection.statement(DeadSweeper.rows)
        garbage = try connection.statement("SELECT garbage FROM version WHERE key BETWEEN ? AND ? AND garbage IS NOT NULL")
        chunks = try connection.statement("SELECT data FROM garbage WHERE version BETWEEN ? AND ?")
        staged = try connection.statement("SELECT count(*) FROM long_write WHERE list = ?")
        strays = try connection.statement(
            """
            SELECT count(*) FROM pack p WHERE NOT EXISTS (SELECT 1 FROM list WHERE number = p.last >> \(KeyRange.counterBits))
            AND NOT EXISTS (SELECT 1 FROM long_write WHERE list = p.last >> \(KeyRange.counterBits))
            """)
    }

    /// How many packs belong to no list.
    func strayCount() throws -> Int64 { try strays.value() ?? 0 }

    /// Checks the packs of a list.
    ///
    /// - Parameters:
    ///   - reached: The records of the newest version; `nil` where some can't be read.
    ///   - find: Called with each thing that is wrong.
    func check(_ row: IncarnationRow, reached: RecordTally?, _ find: (String) -> Void) throws {
        guard let dead = try dead(row, find), let found = try stored(row.number, dead, find), var named = reached,
            try staged.value(row.number) == 0
        else { return }
        do {
            let first = row.number << KeyRange.counterBits
            for statement in [garbage, chunks] {
                statement.begin(first | (row.collected + 1), first | row.head)
                defer { statement.reset() }
                while try statement.step() {
                    for run in try PackedGarbage.unpack(statement.row.bytes(0), list: row.number).runs where run.kind == .record {
                        for key in run.keys.first...run.keys.last { named.add(key) }
                    }
                }
            }
            if found != named { find("its packs hold \(found.count) records where \(named.count) are named") }
        } catch is NodeCorruption {
            find("what a version has left behind is damaged")
        }
    }

    /// The keys of a list's dead records, rising; `nil` where one can't be read. Some may be gone already.
    private func dead(_ row: IncarnationRow, _ find: (String) -> Void) throws -> [Int64]? {
        let keys = KeyRange.keys(ofList: row.number)
        var found: [Int64] = []
        var bytes: Int64 = 0
        dead.begin(keys.lowerBound, keys.upperBound - 1)
        defer { dead.reset() }
        while try dead.step() {
            do { found += try DeadKeys.unpack(dead.row["records"], list: row.number) } catch {
                find("what names its dead records is damaged")
                return nil
            }
            bytes &+= dead.row["bytes"]
        }
        if bytes != row.deadBytes { find("its dead records take \(row.deadBytes) bytes where \(bytes) are named") }
        return found.sorted()
    }

    /// All records of a list's packs that are not dead; `nil` where one can't be read.
    private func stored(_ list: Int64, _ dead: [Int64], _ find: (String) -> Void) throws -> RecordTally? {
        let keys = KeyRange.keys(ofList: list)
        var tally: RecordTally? = RecordTally()
        var last = keys.lowerBound
        var walk = RunWalk(KeyRun.runs(of: dead))
        packs.begin(keys.lowerBound, keys.upperBound - 1)
        defer { packs.reset() }
        while try packs.step() {
            let key: Int64 = packs.row[0]
            do {
                var pack = try Pack(key: key, bytes: packs.row.bytes(1))
                if pack.first <= last { find("the pack \(key) overlaps another") }
                last = key
                while let record = try pack.next() {
                    if !walk.contains(record.key) { tally?.add(record.key) }
                }
            } catch {
                find("the pack \(key) is damaged")
                tally = nil
            }
        }
        return tally
    }
}
