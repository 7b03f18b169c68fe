import Lists

/// Checks a database: SQLite's own check, the registered cell types, then every version of every list. Memory does not grow with the lists, but for a few bytes for
/// each node of one list at a time.
///
/// All of it is one read transaction, so a process that writes meanwhile goes on and its log grows.
public struct DatabaseCheck {
    /// Counts of the objects that were checked.
    public struct Summary: Sendable, Equatable {
        public internal(set) var lists = 0
        public internal(set) var versions: Int64 = 0
        /// Items of the newest versions.
        public internal(set) var items = 0
        /// Number of faults that were found.
        public internal(set) var findings = 0
    }

    /// The most findings that are reported; further ones are counted.
    private static let reported = 100

    private let connection: DatabaseConnection
    private let reader: RecordReader
    private let packs: PackCheck
    private let counters: CounterCheck
    private let views: ViewCheck
    private let report: (String) -> Void
    private let progress: (Double) -> Void
    private var summary = Summary()

    /// Checks a database that another process may be writing to.
    ///
    /// - Parameters:
    ///   - path: The database, migrated to this program's schema.
    ///   - viewSections: The most sections of a view.
    ///   - progress: Called from time to time with the share of the lists that is done, from 0 to 1.
    ///   - report: Called with each thing that is wrong, in one line.
    /// - Throws: ``SQLiteFailure`` for what can't be opened; damage is reported.
    public static func run(
        _ path: String, viewSections: Int = SQLiteStoreConfiguration(path: "").viewSections,
        progress: @escaping (Double) -> Void = { _ in }, report: @escaping (String) -> Void
    ) throws -> Summary {
        try SQLiteListStore.checkFiles(path)
        let connection = try DatabaseConnection.openReader(SQLiteStoreConfiguration(path: path))
        try Schema.checkMigrated(connection)
        return try SQLiteFailure.wrapping("check \(path)") {
            var check = DatabaseCheck(
                connection: connection, reader: try RecordReader(connection), packs: try PackCheck(connection),
                counters: try CounterCheck(connection),
                views: try ViewCheck(connection, reader: RecordReader(connection), limit: viewSections), report: report, progress: progress)
            try connection.execute("BEGIN")
            // A damaged file may not let a transaction end; the connection closes right after it.
            defer { try? connection.execute("ROLLBACK") }
            return try check.run()
        }
    }

    private init(
        connection: DatabaseConnection, reader: RecordReader, packs: PackCheck, counters: CounterCheck, views: ViewCheck,
        report: @escaping (String) -> Void, progress: @escaping (Double) -> Void
    ) {
        self.counters = counters
        self.views = views
        self.connection = connection
        self.reader = reader
        self.packs = packs
        self.report = report
        self.progress = progress
    }

    private mutating func run() throws -> Summary {
        try checkPages()
        do {
            try checkCellTypes()
            try checkLists()
            for finding in try counters.findings() + LongWriteSweeper.findings(connection) { find(finding) }
        } catch let failure as SQLiteFailure where failure.isDamage {
            find("the lists can't be read: \(failure.message)")
        }
        if summary.findings > Self.reported { report("and \(summary.findings - Self.reported) more") }
        return summary
    }

    private mutating func find(_ text: String) {
        summary.findings += 1
        if summary.findings <= Self.reported { report(text) }
    }

    /// SQLite's own check, of all pages and indexes.
    private mutating func checkPages() throws {
        do {
            let check = try connection.statement("PRAGMA integrity_check(\(Self.reported))")
            // Findings are reported before the error that ends the check.
            while try check.step() {
                let text: String = check.row[0]
                for line in text.split(separator: "\n") where text != "ok" { find("SQLite: \(line)") }
            }
        } catch let failure as SQLiteFailure where failure.isDamage {
            find("SQLite: \(failure.message)")
        }
    }

    /// Compiles the schemas of the registered types, as a start does.
    private mutating func checkCellTypes() throws {
        do {
            _ = try CellTypeTable.load(connection)
        } catch let failure as SQLiteFailure where failure.code == .corrupt {
            find(failure.message)
        }
    }

    private mutating func checkLists() throws {
        let heads = "list l JOIN version v ON v.key = l.number << \(KeyRange.counterBits) | l.head WHERE l.deleted IS NULL"
        let total = try connection.value("SELECT sum(v.item_count) FROM \(heads)") ?? 0
        let next = try connection.statement("SELECT number FROM list WHERE number > ? ORDER BY number LIMIT 1")
        var last = Int64.min
        while let number: Int64 = try next.value(last) {
            last = number
            do {
                guard let row = try reader.incarnation(number), row.deleted == nil else { continue }
                try check(row, of: max(1, total))
            } catch let failure as SQLiteFailure where failure.code == .corrupt {
                find(failure.message)
            }
        }
        let strays = try packs.strayCount()
        if strays > 0 { find("\(strays) packs belong to no list") }
    }

    private mutating func check(_ row: IncarnationRow, of total: Int) throws {
        summary.lists += 1
        let found = summary.findings
        let first = row.number << KeyRange.counterBits
        let rows: Int64? = try connection.statement("SELECT count(*) FROM version WHERE key BETWEEN ? AND ?")
            .value(first | row.oldest, first | row.head)
        if rows != row.head - row.oldest + 1 {
            find("list \(row.id): \(rows ?? 0) versions where \(row.oldest) to \(row.head) should be")
        }
        for finding in try counters.findings(of: row) { find("list \(row.id): \(finding)") }
        var findings: [String] = []
        let isView = views.isView(row.number)
        var walk = VersionWalk(row, isView: isView, reader: reader) { findings.append($0) }
        let before = summary.items
        for version in stride(from: row.head, through: row.oldest, by: -1) {
            summary.versions += 1
            guard let head = try head(of: row, at: version) else { continue }
            if version == row.head { summary.items += head.itemCount }
            try walk.check(head) { [progress] in progress(Double(min(before + $0, total)) / Double(total)) }
            for finding in findings { find("list \(row.id), version \(version): \(finding)") }
            findings = []
        }
        let isWhole = summary.findings == found
        if isWhole, isView, let head = try head(of: row, at: row.head) {
            for finding in try views.findings(of: head) { find("list \(row.id): \(finding)") }
        }
        try packs.check(row, reached: isWhole ? walk.reached : nil) { findings.append($0) }
        for finding in findings { find("list \(row.id): \(finding)") }
    }

    /// A version; `nil` where something of it is missing.
    private mutating func head(of row: IncarnationRow, at version: Int64) throws -> ListHead? {
        do {
            if let head = try reader.head(of: row, at: version) {
                if !head.properties.metadata.isWellFormed { find("list \(row.id), version \(version): the metadata is no JSON") }
                return head
            }
            find("list \(row.id): version \(version) is missing")
        } catch is MissingRecord {
            find("list \(row.id): the properties of version \(version) are missing")
        } catch is NodeCorruption {
            find("list \(row.id): the properties of version \(version) are damaged")
        }
        return nil
    }
}
