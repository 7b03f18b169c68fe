import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

extension Writer {
    /// `PUT` and `PATCH` of an item by either route: another value in its place. Never inserts.
    func writeItem(_ request: Request, _ parse: () throws -> ItemTarget) -> Answer {
        answer(request) {
            let target = try parse()
            let change = try ValueChange(request, limits: settings.limits)
            let preconditions = try Preconditions(request)
            let required = settings.requirePreconditions
            let ahead = ReadAhead(of: target, for: change, in: store, limits: settings.limits)
            return writeItem(request, target) { transaction, names, named in
                let item = named.item
                let revision = try ahead.revision(of: item, in: names.head)
                try preconditions.check(revision, at: named.namedPath, required: required)
                let edit = try transaction.edit()
                let value = try ahead.value(of: revision, after: change, limits: settings.limits)
                let updated = try edit.updateItem(at: item.indexPath, value: value, known: revision)
                let placed = Item(entry: updated.entry, indexPath: item.indexPath, position: item.position)
                return (snapshot: try transaction.commit(edit), item: placed, revision: updated.revision)
            }
        }
    }

    /// `POST …/items/{item}/move`.
    func moveItem(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let target = try ItemTarget(path, try Parameters(request, allowing: ["at"]))
            try BodyType.check(request, among: [MediaType.json])
            let preconditions = try Preconditions(request)
            let body = try BodyMeaning.deferring { () throws(RequestProblem) in
                try EditBodyReader.itemMove(request.body, limits: settings.limits)
            }
            return writeItem(request, target) { transaction, names, named in
                let item = named.item
                let place = try names.place(in: body) { $0 }
                try preconditions.check(list: names.head, required: false)
                let revision = try names.head.revision(of: item)
                let edit = try transaction.edit()
                try edit.moveItem(from: item.indexPath, to: try BodyPlaces(edit: edit).target(try place.get(), of: item))
                let placed = try edit.place(ofItem: item.entry.number) ?? item
                return (snapshot: try transaction.commit(edit), item: placed, revision: revision)
            }
        }
    }

    /// `DELETE …/items/{item}`.
    func deleteItem(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let target = try ItemTarget(path, try Parameters(request, allowing: ["at"]))
            let preconditions = try Preconditions(request)
            let required = settings.requirePreconditions
            return write(request, target.list) { transaction in
                let names = try WriteNames(target.version, of: target.list, in: transaction)
                let named = try names.item(target.item)
                try preconditions.check(try names.head.revision(of: named.item), at: named.namedPath, required: required)
                let edit = try transaction.edit()
                try edit.deleteItem(at: named.item.indexPath)
                return try transaction.commit(edit).version
            } show: { version in
                Self.deleted(at: version)
            } current: { snapshot in
                try current(target, in: snapshot)
            }
        }
    }

    /// What a write to an item leaves: the list afterwards, and the item as it is then.
    private typealias ItemOutcome = (snapshot: ListSnapshot, item: Item, revision: ItemRevision)

    private func writeItem(
        _ request: Request, _ target: ItemTarget,
        _ work: @escaping @Sendable (any ListTransaction, WriteNames, WriteNames.NamedItem) throws -> ItemOutcome
    ) -> Answer {
        write(request, target.list) { transaction in
            let names = try WriteNames(target.version, of: target.list, in: transaction)
            return try work(transaction, names, try names.item(target.item))
        } show: { outcome in
            // Nothing is read here: the version may have left the history before its writer is answered.
            let things = Things(snapshot: outcome.snapshot, settings: settings)
            let shown = outcome.revision.withStored { things.item(outcome.item, $0) }
            let location = ResourcePath.item(target.list, at: outcome.item.indexPath, version: shown.version)
            let headers = Self.headers(shown) + [Response.Header(.contentLocation, location)]
            return Response(status: .ok, headers: headers, body: .bytes(shown.body))
        } current: { snapshot in
            try current(target, in: snapshot)
        }
    }

    /// The item that a write names, as it is at the head.
    private func current(_ target: ItemTarget, in head: ListSnapshot) throws -> Representation {
        let item = try WriteNames(head, target.version, in: store).item(target.item).item
        return try Things(snapshot: head, settings: settings).item(item)
    }
}
