import HTTPServing
import HTTPTypes
import Lists
import Wire

extension Writer {
    /// `POST …/sections/{section}/items`: inserts one item or several.
    func insertItems(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let (list, reference) = (try path.list(), try path.section())
            let parameters = try Parameters(request, allowing: [])
            let window = try PageWindow(parameters, settings)
            try BodyType.check(request, among: [MediaType.json])
            let preconditions = try Preconditions(request)
            let body = try BodyMeaning.deferring { () throws(RequestProblem) in
                try EditBodyReader.itemInsertion(request.body, limits: settings.limits)
            }
            return write(request, list) { transaction in
                let current = try self.current(transaction, list)
                let section = try current.section(reference)
                try preconditions.check(list: current, required: false)
                let insertion = try body.get()
                let row = try BodyPlaces(snapshot: current).row(insertion.place, in: section)
                let edit = try transaction.edit()
                let first = IndexPath(section: section.index, row: row)
                let made = try pointing(insertion.pointer) {
                    try edit.insertItems(insertion.drafts, at: first, limits: settings.limits)
                }
                let position = try made.first.flatMap { try edit.place(ofItem: $0.entry.number)?.position } ?? 0
                let items = made.enumerated().map { offset, item in
                    let path = IndexPath(section: first.section, row: first.row + offset)
                    let placed = Item(entry: item.entry, indexPath: path, position: position + offset)
                    return (item: placed, revision: item.revision)
                }
                return (snapshot: try transaction.commit(edit), items: items)
            } show: { outcome in
                let shown = Things(snapshot: outcome.snapshot, settings: settings).items(outcome.items)
                var headers = Self.headers(shown)
                if let first = outcome.items.first {
                    headers.append(Response.Header(.location, ResourcePath.item(list, first.revision.id)))
                }
                return Response(status: .created, headers: headers, body: .bytes(shown.body))
            } current: { snapshot in
                try Pages(snapshot: snapshot, settings: settings).items(of: reference, parameters, window)
            }
        }
    }

    /// `POST …/sections`: inserts a section with its items.
    func insertSection(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let list = try path.list()
            let parameters = try Parameters(request, allowing: [])
            let page = try PageRequest(parameters, settings)
            try BodyType.check(request, among: [MediaType.json])
            let preconditions = try Preconditions(request)
            let body = try BodyMeaning.deferring { () throws(RequestProblem) in
                try EditBodyReader.sectionInsertion(request.body, limits: settings.limits)
            }
            return write(request, list) { transaction in
                let current = try self.current(transaction, list)
                try preconditions.check(list: current, required: false)
                let insertion = try body.get()
                let index = try BodyPlaces(snapshot: current).index(insertion.place)
                let edit = try transaction.edit()
                let section = try pointing(insertion.pointer) {
                    try edit.insertSection(insertion.draft, at: index, limits: settings.limits)
                }
                return (snapshot: try transaction.commit(edit), section: section)
            } show: { outcome in
                let shown = Things(snapshot: outcome.snapshot, settings: settings).section(outcome.section)
                let location = Response.Header(.location, ResourcePath.section(list, outcome.section.id))
                return Response(status: .created, headers: Self.headers(shown) + [location], body: .bytes(shown.body))
            } current: { snapshot in
                try Pages(snapshot: snapshot, settings: settings).sections(parameters, page, embedded: 0)
            }
        }
    }

    /// Runs an edit and says of its errors where in the body they are about something.
    private func pointing<Outcome>(
        _ pointer: (ListError.Subject?) -> String?, _ edit: () throws -> Outcome
    ) throws -> Outcome {
        do {
            return try edit()
        } catch let error as ListError {
            throw FailureReporter.problem(for: error, at: pointer(error.subject))
        }
    }
}
