import CellTypes
import Foundations
import HTTPServing
import Lists
import Ports
import Wire

/// `GET /lists/{list}/search`: the items of a version that have some words, in the order of the list.
///
/// A short search is answered at once. One that has much to read begins anew on a thread of the store's own, with the words that it has
/// found so far.
struct ListSearch {
    /// The work of a thread that serves requests: a few milliseconds.
    private static let shortWork = 256 << 10
    /// The long searches of one token, or of one address where there are no tokens, that run or wait for a thread at once.
    private static let searchesOfEach = 8
    /// The most characters and words of what is looked for.
    private static let (longestText, mostWords) = (256, 8)

    private let reader: Reader
    private let words: WordCache
    private let searchers = UploadSenders(limit: Self.searchesOfEach, of: "searches")

    init(reader: Reader, words: WordCache) {
        self.reader = reader
        self.words = words
    }

    func response(to request: Request, _ path: PathParameters) throws -> PendingResponse {
        let asked = try Asked(request, path, reader)
        try request.requireJSON()
        do {
            return .response(try response(to: request, asked, within: SearchWork(units: Self.shortWork)))
        } catch is SearchWork.TooLong {
            let permit = try searchers.begin(request)
            return .deferred(
                ThreadedResponse(request, .search, in: reader.store, reader.failures) { [request = request.withoutBody] in
                    defer { withExtendedLifetime(permit) {} }
                    let work = SearchWork(check: deadline(of: request))
                    return .response(reader.lateResponse(to: request) { try response(to: request, asked, within: work) })
                })
        }
    }

    private func response(to request: Request, _ asked: Asked, within work: SearchWork) throws -> Response {
        let shown = try reader.read(asked.list, at: asked.version) { snapshot in
            // A long search of a version that would leave the history meanwhile has something to read to its end.
            let pin = reader.store.pin(snapshot.version, ofList: snapshot.head.number)
            defer { withExtendedLifetime(pin) {} }
            guard let pointers = snapshot.head.properties.search else {
                throw RequestProblem(.notSearchable, "Version \(snapshot.version) of list “\(asked.list)” has no “search”.")
            }
            let range = PageWindow.positions(from: asked.page.offset, limit: asked.page.limit, in: .max)
            let outcome = try snapshot.search(asked.query, in: SearchFields(pointers), range: range, words, within: work)
            return try SearchPage(snapshot: snapshot, cells: asked.cells, words: asked.query.words)
                .representation(of: outcome, asked.parameters, asked.page)
        }
        return try reader.respond(request, asked.list, shown, asked.cells, isPinned: asked.version != nil, asked.preconditions)
    }

    /// Ends a long search where the store stops, where it has taken too long, and where nobody waits for it any more.
    private func deadline(of request: Request) -> WorkCheck {
        let end = ContinuousClock.now + .seconds(reader.settings.searchSeconds)
        return WorkCheck { [store = reader.store] in
            if store.breaksOff { throw ListError(.unavailable, "The server is shutting down.") }
            if ContinuousClock.now >= end {
                throw ListError(.unavailable, "The search has taken too long. The server keeps what it has read; send it again.")
            }
            if request.head.clientHasLeft { throw ListError(.unavailable, "The client has left.") }
        }
    }

    /// The parts of a request for a search.
    private struct Asked: Sendable {
        let list: ListID
        let version: Int64?
        let query: WordQuery
        let page: PageRequest
        let parameters: Parameters
        let cells: CellPresentation
        let preconditions: Preconditions

        init(_ request: Request, _ path: PathParameters, _ reader: Reader) throws {
            preconditions = try Preconditions(request)
            cells = reader.cells(accepting: try request.acceptedCellTypes())
            parameters = try Parameters(request, allowing: ["q", "offset", "limit", "at"])
            list = try path.list()
            version = try parameters.version()
            page = try PageRequest(parameters, reader.settings)
            guard let text = parameters["q"] else { throw Parameters.problem("q", "“q” is missing: the words to look for.") }
            guard text.unicodeScalars.count <= longestText else {
                throw Parameters.problem("q", "“q” has at most \(longestText) characters.")
            }
            query = WordQuery(FoldedWords(of: text))
            guard query.words.count <= mostWords else { throw Parameters.problem("q", "“q” has at most \(mostWords) words.") }
        }
    }
}
