import Foundation

/// The requests about one list, and their answers read. Runs on no actor, so that nothing is decoded on the main thread.
struct ListRequests<Item: Codable & Sendable>: Sendable {
    /// The most operations of one change that come as stages; beyond it the list is loaded anew.
    static var mostOperations: Int { 10_000 }

    let service: SectionalService
    let list: String
    let options: ListOptions
    /// The cell type of items without one; nil where there is none, and before the list was asked for.
    let defaultType = Locked<String?>(nil)

    /// Reads answers. A ``TypedValue`` learns the list's default type.
    var decoder: JSONDecoder {
        let decoder = options.makeDecoder()
        guard Item.self is any TypedValue.Type, let key = CodingUserInfoKey(rawValue: "CellValue.defaultType") else { return decoder }
        if decoder.userInfo[key] == nil { decoder.userInfo[key] = defaultType.withLock { $0 } }
        return decoder
    }

    func get(_ path: String) async throws -> TransportResponse {
        try await service.send(request(path))
    }

    func request(_ path: String, timeout: TimeInterval = 30) throws -> TransportRequest {
        var request = try service.request("GET", "lists/\(list.percentEncoded)/\(path)", timeout: timeout)
        if let cells = options.acceptedCells { request.headers["Accept-Cell-Types"] = cells.joined(separator: ", ") }
        return request
    }

    /// The list's own properties, of the newest version. Those of a later version than the screen's come again with its changes.
    func info() async throws -> ListInfo { try decode(try await service.send(service.request("GET", "lists/\(list.percentEncoded)"))) }

    /// - Throws: ``SessionFailure/otherHistory`` where an answer is about another list of this id than the one that is shown.
    static func check(_ response: TransportResponse, _ created: String?) throws {
        if let created, let now = response.headers["list-created"], now != created { throw SessionFailure.otherHistory }
    }

    /// A window of the flat list at a version; it may be shorter than its limit.
    ///
    /// - Parameter created: `List-Created` of the list that is shown.
    func items(offset: Int, limit: Int, at version: ListVersion, of created: String? = nil) async throws -> ItemPage<Item> {
        let page = try await itemPage("offset=\(offset)&limit=\(limit)", version, created)
        guard page.offset == offset else { throw URLError(.cannotParseResponse) }
        return page
    }

    /// The rows around an item at a version.
    func items(around id: String, limit: Int, at version: ListVersion, of created: String? = nil) async throws -> ItemPage<Item> {
        try await itemPage("around=@\(id.percentEncoded)&limit=\(limit)", version, created)
    }

    /// The present variant of cells, by the entity tag of the list's first item.
    func variant() async throws -> String { try await get("items?offset=0&limit=1").variant }

    private func itemPage(_ query: String, _ version: ListVersion, _ created: String?) async throws -> ItemPage<Item> {
        let response = try await get("items?\(query)&at=\(version)")
        try Self.check(response, created)
        var page = try decode(response) as ItemPage<Item>
        page.variant = response.variant
        guard page.version == version, (0...ListShape.mostRows).contains(page.offset) else { throw URLError(.cannotParseResponse) }
        return page
    }

    /// A page of what a search of the newest version finds.
    func search(_ text: String, offset: Int, limit: Int) async throws -> ListSearchResults<Item> {
        try decode(try await get("search?q=\(text.percentEncoded)&offset=\(offset)&limit=\(limit)"))
    }

    /// The changes from one version to another, or to the newest.
    ///
    /// - Throws: ``SessionFailure/versionGone`` where it is longer than anything that is taken.
    func changes(since version: ListVersion, to: ListVersion? = nil, of created: String? = nil) async throws -> ChangesAnswer<Item> {
        let end = to.map { "&to=\($0)" } ?? ""
        let path = "changes?since=\(version)\(end)&max=\(Self.mostOperations)" + Self.query(created)
        let response: TransportResponse
        do {
            response = try await get(path)
        } catch {
            throw SessionFailure.goneIfLong(error)
        }
        try Self.check(response, created)
        return try decode(response)
    }

    /// Asks for positions of one list of this id alone. A server that has not sent `List-Created` does not take it.
    static func query(_ created: String?) -> String { created.map { "&created=\($0.percentEncoded)" } ?? "" }

    /// - Throws: `DecodingError`; what else Foundation throws, of a count that no integer holds, is one too.
    func decode<Answer: Decodable>(_ response: TransportResponse) throws -> Answer {
        do {
            return try decoder.decodeExactly(Answer.self, from: response.body)
        } catch let error as DecodingError {
            throw error
        } catch {
            let context = DecodingError.Context(codingPath: [], debugDescription: "\(error)", underlyingError: error)
            throw DecodingError.typeMismatch(Answer.self, context)
        }
    }
}
