import Foundation

extension ListRequests {
    /// The sections of the first page that a screen shows, and the rows of each: they fill it, and are few enough to come at once.
    private static var firstScreen: (sections: Int, rows: Int) { (sections: 10, rows: 50) }
    private static var pageSize: Int { 500 }
    private static var mostAtOnce: Int { 4 }
    private static var mostHeights: Int { 1_000 }

    /// The first sections of a version, or of the head, and the list's own properties, which say how its rows are read.
    ///
    /// - Parameter withRows: Whether a screen waits for them: then they are few, and come with their first rows.
    func firstSections(at version: ListVersion?, withRows: Bool) async throws -> SectionPage<Item> {
        let (size, rows) = withRows ? Self.firstScreen : (Self.pageSize, 0)
        async let properties = info()
        let response = try await get(sectionPath(offset: 0, limit: size, rows: rows, at: version))
        let info = try await properties
        defaultType.withLock { $0 = info.defaultType }
        var page = try sectionPage(response, offset: 0, at: version)
        page.info = info
        let isSound = page.sections.allSatisfy { $0.rows.count <= $0.section.itemCount }
        guard isSound, !page.sections.isEmpty || page.sectionCount == 0,
            page.sectionCount >= page.sections.count, page.sectionCount <= ListShape.mostRows,
            ListShape.isSound(page.sections.lazy.map(\.section.itemCount))
        else { throw URLError(.cannotParseResponse) }
        return page
    }

    /// The sections after those of a first page. Four pages are asked for at once.
    ///
    /// - Parameter receive: Called with the next of them, in order. Each part is at least as large as all before, so that a view that counts
    ///   anew does so few times.
    /// - Returns: All of them.
    @discardableResult
    func sections(
        after first: SectionPage<Item>, receive: @Sendable (ChangesAnswer<Item>) async -> Void = { _ in }
    ) async throws -> [ListSection] {
        let (start, total) = (first.sections.count, first.sectionCount)
        var sections: [ListSection] = []
        var received = 0
        var parts: [Int: [ListSection]] = [:]
        try await withThrowingTaskGroup(of: (Int, [ListSection]).self) { group in
            var next = start
            func addOne() {
                guard next < total else { return }
                let offset = next
                next += Self.pageSize
                group.addTask { (offset, try await allSections(from: offset, at: first)) }
            }
            for _ in 0..<Self.mostAtOnce { addOne() }
            while let (offset, page) = try await group.next() {
                // If the server has fewer sections than it said, asking would not end.
                guard page.count == min(Self.pageSize, total - offset) else { throw URLError(.cannotParseResponse) }
                parts[offset] = page
                addOne()
                while let page = parts.removeValue(forKey: start + sections.count) { sections += page }
                let isEnd = start + sections.count == total
                guard sections.count > received, isEnd || sections.count - received >= start + received else { continue }
                await receive(ChangesAnswer(Array(sections[received...]), from: start + received, of: total, at: first.version))
                received = sections.count
            }
        }
        return sections
    }

    /// A page may close before its limit.
    private func allSections(from offset: Int, at first: SectionPage<Item>) async throws -> [ListSection] {
        var sections: [ListSection] = []
        while sections.count < Self.pageSize {
            let start = offset + sections.count
            let response = try await get(sectionPath(offset: start, limit: Self.pageSize - sections.count, at: first.version))
            try Self.check(response, first.created)
            let page = try sectionPage(response, offset: start, at: first.version)
            sections += page.sections.map(\.section)
            guard !page.sections.isEmpty, offset + sections.count < page.sectionCount else { break }
        }
        return sections
    }

    /// The estimated heights of the first sections' rows, where the app wants them; none where the server does not answer.
    func heights() async -> RowHeights {
        guard options.loadsHeights, let response = try? await get("geometry?limit=\(Self.mostHeights)"),
            let page: GeometryAnswer = try? decode(response)
        else { return RowHeights() }
        return RowHeights(page)
    }

    private func sectionPath(offset: Int, limit: Int, rows: Int = 0, at version: ListVersion?) -> String {
        "sections?offset=\(offset)&limit=\(limit)\(rows > 0 ? "&items=\(rows)" : "")\(version.map { "&at=\($0)" } ?? "")"
    }

    private func sectionPage(_ response: TransportResponse, offset: Int, at version: ListVersion?) throws -> SectionPage<Item> {
        var page = try decode(response) as SectionPage<Item>
        page.created = response.headers["list-created"]
        page.variant = response.variant
        guard page.offset == offset, page.version == version ?? page.version else { throw URLError(.cannotParseResponse) }
        return page
    }

    /// `List-Created` of the list that is there now; nil where the server does not say.
    func created() async throws -> String? { try await get(sectionPath(offset: 0, limit: 1, at: nil)).headers["list-created"] }
}
