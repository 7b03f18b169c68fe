import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

/// The routes that write one item, or insert some.
extension Writer {
    /// `PUT` and `PATCH` of an item by either route: replaces or patches its value. Never inserts.
    func writeItem(_ request: Request, _ target: ItemTarget) throws -> PendingResponse {
        let change = try valueChange(request)
        let preconditions = try Preconditions(request)
        return try apply(change.map { .changeItem(target.item, $0, type: .unspecified) }, to: target, request, preconditions)
    }

    /// The change of an item's value that the body describes.
    private func valueChange(_ request: Request) throws -> Result<ValueChange, RequestProblem> {
        guard request.method == .patch else {
            return .success(.replace(try ValueBodyReader.value(request.body, limits: settings.limits)))
        }
        guard BodyType.isOf(MediaType.jsonPatch, request) else {
            return .success(.merge(try ValueBodyReader.mergePatch(request.body, limits: settings.limits)))
        }
        let body = try ValueBodyReader.patch(request.body, limits: settings.limits, envelope: 2)
        return Result { () throws(JSONPatchError) in .patch(try JSONPatch(body)) }.mapError { RequestProblem($0) }
    }

    /// `POST …/items/{item}/move`.
    func moveItem(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let target = try ItemTarget(path, try Parameters(request, allowing: ["at"]))
        let preconditions = try Preconditions(request)
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try EditBodyReader.itemMove(request.body, limits: settings.limits)
        }
        return try apply(body.map { .moveItem(target.item, to: $0) }, to: target, request, preconditions)
    }

    /// `DELETE …/items/{item}`.
    func deleteItem(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let target = try ItemTarget(path, try Parameters(request, allowing: ["at"]))
        return try apply(.success(.deleteItem(target.item)), to: target, request, try Preconditions(request))
    }

    private func apply(
        _ operation: Result<ListOperation, RequestProblem>, to target: ItemTarget, _ request: Request, _ preconditions: Preconditions
    ) throws -> PendingResponse {
        try apply(operation, to: .item(target.item), of: target.list, at: target.version, request, preconditions) { head, cells in
            var names = try self.names(head, target.version)
            return try ResourceSerializer(snapshot: head, cells: cells).item(try names.item(target.item).atHead)
        }
    }

    /// The names of a request that was refused, on one of the server's threads.
    func names(_ head: ListSnapshot, _ version: Int64?) throws -> NameTable {
        NameTable(head: head, named: try version.map { try store.snapshot(of: head.id, at: $0) })
    }

    /// `POST …/sections/{section}/items`: inserts one item or several.
    func insertItems(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let parameters = try Parameters(request, allowing: ["at"])
        let target = try SectionTarget(path, parameters)
        let window = try PageWindow(parameters, settings)
        let preconditions = try Preconditions(request)
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try EditBodyReader.itemInsertion(request.body, limits: settings.limits)
        }
        let operation = body.map { ListOperation.insertItems($0, into: target.section) }
        return try apply(operation, to: .section(target.section), of: target.list, at: target.version, request, preconditions) {
            head, cells in
            var names = try self.names(head, target.version)
            let section = try names.section(target.section)
            return try PageSerializer(snapshot: head, cells: cells).items(of: .index(section.index), parameters, window)
        }
    }
}
