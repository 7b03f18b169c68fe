import Foundation

/// The requests about one list, and their answers read. Runs on no actor, so that nothing is decoded on the main thread.
struct ListRequests<Item: Codable & Sendable>: Sendable {
    /// The most operations of one change that come as stages; beyond it the list is loaded anew.
    static var mostOperations: Int { 10_000 }

    let service: SectionalService
    let list: String
    let options: ListOptions

    var decoder: JSONDecoder { options.makeDecoder() }

    func get(_ path: String) async throws -> TransportResponse {
        try await service.send(request(path))
    }

    func request(_ path: String, timeout: TimeInterval = 30) throws -> TransportRequest {
        var request = try service.request("GET", "lists/\(list.percentEncoded)/\(path)", timeout: timeout)
        if let cells = options.acceptedCells { request.headers["Accept-Cell-Types"] = cells.joined(separator: ", ") }
        return request
    }

    /// All sections of a version, or of the head; the pages after the first come four at a time.
    func sections(at version: ListVersion?) async throws -> (version: ListVersion, sections: [ListSection]) {
        let size = 500
        let first = try await sectionPage(offset: 0, limit: size, at: version)
        guard first.sectionCount >= first.sections.count, first.sectionCount <= ListShape.mostRows else {
            throw URLError(.cannotParseResponse)
        }
        var parts: [Int: [ListSection]] = [0: first.sections]
        try await withThrowingTaskGroup(of: (Int, [ListSection]).self) { group in
            var next = first.sections.count
            func addOne() {
                guard next < first.sectionCount else { return }
                let offset = next
                next += size
                group.addTask { (offset, try await allSections(from: offset, limit: size, at: first.version)) }
            }
            for _ in 0..<4 { addOne() }
            while let (offset, sections) = try await group.next() {
                // Where the server has fewer than it said there is no end to asking.
                guard sections.count == min(size, first.sectionCount - offset) else { throw URLError(.cannotParseResponse) }
                parts[offset] = sections
                addOne()
            }
        }
        let all = parts.sorted { $0.key < $1.key }.flatMap(\.value)
        guard all.count == first.sectionCount, ListShape.isSound(all.lazy.map(\.itemCount)) else { throw URLError(.cannotParseResponse) }
        return (first.version, all)
    }

    /// A page may close before its limit.
    private func allSections(from offset: Int, limit: Int, at version: ListVersion) async throws -> [ListSection] {
        var sections: [ListSection] = []
        while sections.count < limit {
            let page = try await sectionPage(offset: offset + sections.count, limit: limit - sections.count, at: version)
            sections += page.sections
            guard !page.sections.isEmpty, offset + sections.count < page.sectionCount else { break }
        }
        return sections
    }

    private func sectionPage(offset: Int, limit: Int, at version: ListVersion?) async throws -> SectionPage {
        let pin = version.map { "&at=\($0)" } ?? ""
        let page = try await read(SectionPage.self, "sections?offset=\(offset)&limit=\(limit)\(pin)")
        guard page.offset == offset, page.version == version ?? page.version else { throw URLError(.cannotParseResponse) }
        return page
    }

    /// A window of the flat list at a version; it may be shorter than its limit.
    func items(offset: Int, limit: Int, at version: ListVersion) async throws -> ItemPage<Item> {
        let page = try await itemPage("offset=\(offset)&limit=\(limit)", version)
        guard page.offset == offset else { throw URLError(.cannotParseResponse) }
        return page
    }

    /// The rows around an item at a version.
    func items(around id: String, limit: Int, at version: ListVersion) async throws -> ItemPage<Item> {
        try await itemPage("around=@\(id.percentEncoded)&limit=\(limit)", version)
    }

    private func itemPage(_ query: String, _ version: ListVersion) async throws -> ItemPage<Item> {
        let page = try await read(ItemPage<Item>.self, "items?\(query)&at=\(version)")
        guard page.version == version, (0...ListShape.mostRows).contains(page.offset) else { throw URLError(.cannotParseResponse) }
        return page
    }

    /// What leads from one version to another.
    ///
    /// - Throws: ``SessionFailure/versionGone`` where it is longer than anything that is taken.
    func changes(since version: ListVersion, to: ListVersion) async throws -> ChangesAnswer<Item> {
        let path = "changes?since=\(version)&to=\(to)&max=\(Self.mostOperations)"
        let response: TransportResponse
        do {
            response = try await get(path)
        } catch {
            throw Self.goneIfLong(error)
        }
        return try decode(response)
    }

    /// Changes that are longer than anything that is taken are as good as out of the history: the list is loaded.
    static func goneIfLong(_ error: any Error) -> any Error {
        (error as? URLError)?.code == .dataLengthExceedsMaximum ? SessionFailure.versionGone : error
    }

    /// Sends a write.
    ///
    /// - Returns: The list's version that has it, and the item's revision where one item was written.
    func send(_ write: PendingWrite) async throws -> (version: ListVersion, revision: ListVersion?) {
        var request = try service.request(write.method, "lists/\(list.percentEncoded)/\(write.path)")
        request.headers["Idempotency-Key"] = write.key
        request.headers["Content-Type"] = "application/json"
        if let condition = write.condition { request.headers["If-Match"] = condition.entityTag }
        request.body = write.body
        let response = try await service.send(request)
        // Something between here and the server may answer anything with 200.
        guard let version = response.headers["list-version"].flatMap({ ListVersion($0) }) else { throw URLError(.cannotParseResponse) }
        return (version, response.headers["etag"].flatMap(Self.revision))
    }

    /// The revision of an item's entity tag, `"rR-S.I@ID"`.
    private static func revision(of tag: String) -> ListVersion? {
        guard let start = tag.range(of: "\"r") else { return nil }
        return ListVersion(tag[start.upperBound...].prefix { $0.isASCII && $0.isNumber })
    }

    private func read<Answer: Decodable>(_: Answer.Type, _ path: String) async throws -> Answer {
        try decode(try await get(path))
    }

    /// - Throws: `DecodingError`; what else Foundation throws, of a count that no integer holds, is one too.
    private func decode<Answer: Decodable>(_ response: TransportResponse) throws -> Answer {
        do {
            return try decoder.decode(Answer.self, from: response.body)
        } catch let error as DecodingError {
            throw error
        } catch {
            let context = DecodingError.Context(codingPath: [], debugDescription: "\(error)", underlyingError: error)
            throw DecodingError.typeMismatch(Answer.self, context)
        }
    }
}
