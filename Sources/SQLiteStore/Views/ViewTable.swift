import Lists

/// The views as the running batch has them, and those whose sources it has changed.
///
/// Confined to the writer's thread.
final class ViewTable {
    /// The changes of a view's source by a batch since the view was brought up to date.
    struct Pending {
        /// The last version of the source that the view is right for; `nil` where there was no list.
        let before: Int64?
        /// The source as the view shows it; `nil` where there was no list, and where the view was behind already.
        let shown: ListHead?
        /// The author of the source's versions.
        let author: String?
        var isOfOneAuthor: Bool
    }

    /// The changes of a source by a batch that are not put down to its views yet.
    private struct Noted {
        /// The list before the first of them; `nil` where there was none.
        let before: ListHead?
        let author: String?
        var isOfOneAuthor = true
    }

    /// The views of a list, the oldest first, and their definitions.
    struct Family {
        let views: [Int64]
        let definitions: ViewFamily
    }

    let published: PublishedViews
    private(set) var index: ViewIndex
    /// The changes of sources since their views were last looked at, by the sources' ids.
    private var noted: [ListID: Noted] = [:]
    /// The changes that are put down to single views, by the views' numbers.
    private var pending: [Int64: Pending] = [:]
    /// The families of views whose sources have changed.
    private var families: [ListID: Family] = [:]
    /// The sort keys that views were ordered by.
    let sortKeys = SortKeyCache(bytes: 8 << 20)
    /// About how many items of sources what is pending has changed.
    private(set) var pendingRows = 0
    /// The author of what views that are behind have still to take in; `nil` for several.
    private var lateAuthors: [Int64: String?] = [:]
    /// The views that are to be built beside the writer, before that has begun.
    private var asked: Set<Int64> = []
    /// The views that are behind for another reason than that they take long. They wait for their source's next write.
    private var failed: Set<Int64> = []
    private var isChanged = false
    private let connection: DatabaseConnection
    /// The definitions of views that were read, by the views' numbers.
    private var definitions: [Int64: ViewDefinition] = [:]
    private let insertion: PreparedStatement
    private let deletion: PreparedStatement
    private let update: PreparedStatement
    private let stamps: PreparedStatement

    init(_ connection: DatabaseConnection) throws {
        self.connection = connection
        index = try ViewIndex.load(connection)
        published = PublishedViews(index)
        insertion = try connection.statement("INSERT INTO view (list, source) VALUES (?, ?)")
        deletion = try connection.statement("DELETE FROM view WHERE list = ?")
        update = try connection.statement("UPDATE view SET behind = ? WHERE list = ?")
        stamps = try connection.statement("SELECT source_before, garbage_bytes FROM version WHERE key > ? AND key <= ? ORDER BY key")
    }

    /// Reads the views again, which another store of the log has written.
    func reload() throws {
        index = try ViewIndex.load(connection)
        families = [:]
        isChanged = true
    }

    /// The definition of a view, which is read once.
    func definition(of text: ViewText, list: Int64) throws -> ViewDefinition {
        if let known = definitions[list], known.text == text.text { return known }
        let definition = try ViewDefinition(validating: text.text)
        if definitions.updateValue(definition, forKey: list) != nil { sortKeys.removeAll() }
        return definition
    }

    /// The views of a list with their definitions, which are read once.
    ///
    /// - Parameter text: The definition of a view; `nil` where it is not there.
    /// - Returns: `nil` where a definition is not there.
    func family(of source: ListID, _ text: (Int64) throws -> ViewText?) throws -> Family? {
        if let known = families[source] { return known }
        let views = index.views(of: source).map(\.list)
        var definitions: [ViewDefinition] = []
        for list in views {
            guard let text = try text(list) else { return nil }
            definitions.append(try definition(of: text, list: list))
        }
        let family = Family(views: views, definitions: try ViewFamily(definitions))
        families[source] = family
        return family
    }

    func insert(_ view: ViewIndex.View) throws {
        putDown(view.source)
        families[view.source] = nil
        try insertion.run(view.list, view.source.text)
        index.insert(view)
        isChanged = true
    }

    func remove(_ list: Int64) throws {
        guard let view = index[list] else { return }
        putDown(view.source)
        families[view.source] = nil
        try deletion.run(list)
        index.remove(list)
        definitions[list] = nil
        pending[list] = nil
        lateAuthors[list] = nil
        asked.remove(list)
        failed.remove(list)
        isChanged = true
    }

    /// Has a view be built.
    ///
    /// - Returns: Whether nobody has asked for it yet.
    @discardableResult
    func ask(for list: Int64) -> Bool { asked.insert(list).inserted }

    func isAskedFor(_ list: Int64) -> Bool { asked.contains(list) }

    /// Takes in that the building of a view begins.
    func noteBuild(of list: Int64) { asked.remove(list) }

    func noteFailed(_ list: Int64) { failed.insert(list) }

    func hasFailed(_ list: Int64) -> Bool { failed.contains(list) }

    /// Whether a source has changed, and a view of it was not brought up to date.
    var hasPending: Bool { !noted.isEmpty || !pending.isEmpty }

    /// The sources whose changes are not put down to their views.
    var notedSources: [ListID] { Array(noted.keys) }

    /// The source as its views show it, where its changes are not put down to them.
    func shown(of source: ListID) -> ListHead? { noted[source]?.before }

    /// The changes of a view's source since the view was brought up to date; `nil` for none.
    func pending(of view: ViewIndex.View) -> Pending? {
        if !noted.isEmpty { putDown(view.source) }
        return pending[view.list]
    }

    /// Whether changes were put down to a view alone.
    func isPendingAlone(_ list: Int64) -> Bool { pending[list] != nil }

    /// The numbers of the views whose sources have changed, which are brought up to date now.
    func takePending() -> [Int64] {
        pendingRows = 0
        for source in noted.keys { putDown(source) }
        return pending.keys.sorted()
    }

    /// Notes that a list has another version, or none any more.
    ///
    /// - Parameters:
    ///   - before: The list before; `nil` where there was none.
    ///   - rows: About how many of its items have changed.
    func note(_ source: ListID, before: ListHead?, author: String?, rows: Int) {
        guard index.hasViews(of: source) else { return }
        pendingRows += rows
        if !failed.isEmpty {
            for view in index.views(of: source) { failed.remove(view.list) }
        }
        if let known = noted[source] {
            if known.isOfOneAuthor, !isSame(known.author, author) { noted[source]?.isOfOneAuthor = false }
        } else {
            noted[source] = Noted(before: before, author: author)
        }
    }

    /// Puts the changes of a source down to its views.
    ///
    /// - Parameter changed: The numbers of those that do not stay as they are; `nil` for all.
    /// - Returns: The numbers of the views that they were put down to.
    @discardableResult
    func putDown(_ source: ListID, to changed: [Int64]? = nil) -> [Int64] {
        guard let noted = noted.removeValue(forKey: source) else { return [] }
        let views = changed.map { $0.compactMap { index[$0] } } ?? index.views(of: source)
        for view in views {
            if var known = pending[view.list] {
                if !noted.isOfOneAuthor || !isSame(known.author, noted.author) { known.isOfOneAuthor = false }
                pending[view.list] = known
            } else {
                let version = view.behind.map { $0 > 0 ? $0 : nil } ?? noted.before?.version
                pending[view.list] = Pending(
                    before: version, shown: view.behind == nil ? noted.before : nil, author: noted.author,
                    isOfOneAuthor: noted.isOfOneAuthor)
            }
        }
        return views.map(\.list)
    }

    private func isSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.utf8.elementsEqual(right.utf8)
    }

    /// Takes in that a view shows what its source is.
    func noteCurrent(_ view: ViewIndex.View) throws {
        if !noted.isEmpty { putDown(view.source) }
        pending[view.list] = nil
        if view.behind != nil { try setBehind(view, nil) }
    }

    /// Takes in that another store has changed a list: where it is a view, its definition may be another.
    func noteTakenOver(_ list: Int64) {
        if let view = index[list] { families[view.source] = nil }
    }

    /// Takes in that a view has a version that shows what its source is, by a definition that may be new.
    func noteDefined(_ view: ViewIndex.View) throws {
        families[view.source] = nil
        try noteCurrent(view)
    }

    /// Takes in that a view could not be brought up to date.
    func noteBehind(_ view: ViewIndex.View) throws {
        guard let known = pending(of: view) else { return }
        pending[view.list] = nil
        let author = known.isOfOneAuthor ? known.author : nil
        if let late = lateAuthors[view.list], !isSame(late, author) {
            lateAuthors[view.list] = .some(nil)
        } else {
            lateAuthors[view.list] = .some(author)
        }
        if view.behind == nil { try setBehind(view, known.before ?? 0) }
    }

    /// The author of all that a view that is behind has still to take in; `nil` for several, for nobody, and where that is not known.
    func takeLateAuthor(of list: Int64) -> String? { lateAuthors.removeValue(forKey: list) ?? nil }

    /// Sets which version of its source a view shows that is not up to date: 0 for none, `nil` where it is up to date.
    func setBehind(_ view: ViewIndex.View, _ version: Int64?) throws {
        try update.run(version, view.list)
        index.setBehind(view.list, version)
        isChanged = true
    }

    /// The oldest version of a view that shows a version of its source from `floor` on, and the bytes that only versions before it need.
    ///
    /// A version goes once the last version that it was right for has gone; one that showed no list goes with the one after it.
    func oldest(of row: IncarnationRow, from floor: Int64) throws -> (version: Int64, bytes: Int64) {
        let base = row.number << KeyRange.counterBits
        var (oldest, bytes, version, waiting) = (row.oldest, Int64(0), row.oldest, Int64(0))
        stamps.begin(base | row.oldest, base | row.head)
        defer { stamps.reset() }
        while try stamps.step() {
            version += 1
            waiting += stamps.row["garbage_bytes"] as Int64
            guard let before = stamps.row["source_before"] as Int64? else { continue }
            guard before < floor else { break }
            (oldest, bytes, waiting) = (version, bytes + waiting, 0)
        }
        return (oldest, bytes)
    }

    /// Shows readers the views of a batch that is committed, before its lists: those that it has made, and those that it has left behind.
    func publish() {
        if isChanged { published.set(index.late(as: published.index)) }
    }

    /// Shows readers which views are up to date, once they can see these.
    func publishCurrent() {
        guard isChanged else { return }
        isChanged = false
        published.set(index)
    }

    /// Forgets a batch that was rolled back.
    func forget() {
        index = published.index
        lateAuthors = lateAuthors.filter { index[$0.key]?.behind != nil }
        (noted, pending, families) = ([:], [:], [:])
        sortKeys.removeAll()
        pendingRows = 0
        asked = []
        isChanged = false
    }
}
