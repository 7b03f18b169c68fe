import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

extension Writer {
    /// `POST …/sections/{section}/items`: inserts one item or several.
    func insertItems(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let parameters = try Parameters(request, allowing: ["at"])
            let target = try SectionTarget(path, parameters)
            let window = try PageWindow(parameters, settings)
            try BodyType.check(request, among: [MediaType.json])
            let preconditions = try Preconditions(request)
            let body = try BodyMeaning.deferring { () throws(RequestProblem) in
                try EditBodyReader.itemInsertion(request.body, limits: settings.limits)
            }
            return write(request, target.list) { transaction in
                let names = try WriteNames(target.version, of: target.list, in: transaction)
                let section = try names.section(target.section)
                let place = try names.place(in: body, \.place)
                try preconditions.check(list: names.head, required: false)
                let insertion = try body.get()
                let edit = try transaction.edit()
                let row = try BodyPlaces(edit: edit).row(try place.get(), in: section)
                let first = IndexPath(section: section.index, row: row)
                let made = try edit.insertItems(insertion, at: first, limits: settings.limits)
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
                    headers.append(Response.Header(.location, ResourcePath.item(target.list, first.revision.id)))
                }
                return Response(status: .created, headers: headers, body: .bytes(shown.body))
            } current: { snapshot in
                let section = try WriteNames(snapshot, target.version, in: store).section(target.section)
                return try Pages(snapshot: snapshot, settings: settings).items(of: .index(section.index), parameters, window)
            }
        }
    }

    /// `POST …/sections`: inserts a section with its items.
    func insertSection(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let list = try path.list()
            let parameters = try Parameters(request, allowing: ["at"])
            let version = try parameters.version()
            let page = try PageRequest(parameters, settings)
            try BodyType.check(request, among: [MediaType.json])
            let preconditions = try Preconditions(request)
            let body = try BodyMeaning.deferring { () throws(RequestProblem) in
                try EditBodyReader.sectionInsertion(request.body, limits: settings.limits)
            }
            return write(request, list) { transaction in
                let names = try WriteNames(version, of: list, in: transaction)
                let place = try names.place(in: body, \.place)
                try preconditions.check(list: names.head, required: false)
                let insertion = try body.get()
                let edit = try transaction.edit()
                let index = try BodyPlaces(edit: edit).index(try place.get())
                let section = try edit.insertSection(insertion, at: index, limits: settings.limits)
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
}
