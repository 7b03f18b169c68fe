import HTTPServing
import HTTPTypes
import Lists
import Wire

extension Writer {
    /// `PUT` and `PATCH` of an item by either route: another value in its place. Never inserts.
    func writeItem(_ request: Request, _ parse: () throws -> ItemTarget) -> Answer {
        do {
            let target = try parse()
            let change = try ValueChange(request, limits: settings.limits)
            let preconditions = try Preconditions(request)
            let required = settings.requirePreconditions
            let ahead = ReadAhead(of: target, for: change, in: store)
            return write(request, target.list) { transaction in
                guard let current = transaction.current else {
                    throw ListError(.listNotFound, "There is no list “\(target.list)”.")
                }
                let item = try current.item(target.item)
                let revision = try ahead.revision(of: item, in: current)
                try preconditions.check(item, revision, required: required)
                let edit = try transaction.edit()
                let value = try ahead.value(of: revision, after: change)
                let updated = try edit.updateItem(at: item.indexPath, value: value, known: revision)
                let placed = PlacedItem(entry: updated.entry, indexPath: item.indexPath, position: item.position)
                return (snapshot: try transaction.commit(edit), item: placed, revision: updated.revision)
            } show: { outcome in
                // Nothing is read here: the version may have left the history before its writer is answered.
                let things = Things(snapshot: outcome.snapshot, settings: settings)
                let shown = outcome.revision.withStored { things.item(outcome.item, $0) }
                let location = ResourcePath.item(target.list, at: outcome.item.indexPath, version: shown.version)
                let headers = Self.headers(shown) + [Response.Header(.contentLocation, location)]
                return Response(status: .ok, headers: headers, body: .bytes(shown.body))
            } current: { snapshot in
                try Things(snapshot: snapshot, settings: settings).item(target.item)
            }
        } catch {
            return .response(failures.response(to: error, request))
        }
    }
}
