import CellTypes
import HTTPServing
import HTTPTypes
import Lists
import Wire

/// The routes of items, the short one included.
enum ItemRoutes {
    static func all(_ reader: Reader, _ writer: Writer) -> [ScopedRoute] {
        let readers = [
            ScopedRoute(.get, "/lists/{list}/items", requires: .list(.read)) { request, path in
                try reader.show(request) { cells in
                    let parameters = try Parameters(request, allowing: PageWindow.names)
                    let list = try path.list()
                    let window = try PageWindow(parameters, reader.settings)
                    return (
                        list, try parameters.version(),
                        { try PageSerializer(snapshot: $0, cells: cells).items(parameters, window) }
                    )
                }
            },
            ScopedRoute(.get, "/lists/{list}/items/{item}", requires: .list(.read)) { request, path in
                try reader.show(request) { cells in
                    let parameters = try Parameters(request, allowing: ["at"])
                    let target = try ItemTarget(path, parameters)
                    return (target.list, target.version, show(target, cells))
                }
            },
            ScopedRoute(.get, "/items/{indexPath}", requires: .list(.read)) { request, path in
                try reader.show(request) { cells in
                    let parameters = try Parameters(request, allowing: ["list", "at"])
                    let target = try ItemTarget(path, parameters, defaultList: reader.settings.defaultList)
                    return (target.list, target.version, show(target, cells))
                }
            },
        ]
        let limits = BodyLimits(writer.settings.limits)
        let isJSON = BodyType.check(among: MediaType.json)
        let isPatch = BodyType.check(among: MediaType.mergePatch, MediaType.jsonPatch, MediaType.json)
        let writers = [(HTTPRequest.Method.put, isJSON), (.patch, isPatch)].flatMap { method, checksBody in
            [
                ScopedRoute(
                    method, "/lists/{list}/items/{item}", requires: .list(.write), readsCopy: false, bodyLimit: limits.value,
                    checkBody: checksBody
                ) { request, path in
                    try writer.writeItem(request, try ItemTarget(path, try Parameters(request, allowing: ["at"])))
                },
                ScopedRoute(
                    method, "/items/{indexPath}", requires: .list(.write), readsCopy: false, bodyLimit: limits.value,
                    checkBody: checksBody
                ) { request, path in
                    let parameters = try Parameters(request, allowing: ["list", "at"])
                    return try writer.writeItem(request, try ItemTarget(path, parameters, defaultList: reader.settings.defaultList))
                },
            ]
        }
        let others = [
            ScopedRoute(.delete, "/lists/{list}/items/{item}", requires: .list(.write), readsCopy: false) { request, path in
                try writer.deleteItem(request, path)
            },
            ScopedRoute(
                .post, "/lists/{list}/items/{item}/move", requires: .list(.write), readsCopy: false, bodyLimit: BodyLimits.move,
                checkBody: isJSON
            ) { request, path in try writer.moveItem(request, path) },
        ]
        return readers + writers + others
    }

    private static func show(_ target: ItemTarget, _ cells: CellPresentation) -> Reader.Show {
        { try ResourceSerializer(snapshot: $0, cells: cells).item(target.item) }
    }
}

/// The item that a path names.
struct ItemTarget: Sendable {
    let list: ListID
    let item: ItemReference
    /// The version that the name means something in; `nil` for the head.
    let version: Int64?

    /// From `/lists/{list}/items/{item}?at=`.
    init(_ path: PathParameters, _ parameters: Parameters) throws(RequestProblem) {
        list = try path.list()
        item = try PathParser.item(path["item"] ?? "")
        version = try parameters.version()
    }

    /// From `/items/{indexPath}?list=&at=`.
    ///
    /// - Throws: `bad-parameter` that names `list` where it is malformed, or absent and without a default.
    init(_ path: PathParameters, _ parameters: Parameters, defaultList: ListID?) throws(RequestProblem) {
        item = try PathParser.indexPath(path["indexPath"] ?? "")
        version = try parameters.version()
        if let text = parameters["list"] {
            guard let id = ListID(text) else { throw Parameters.problem("list", "“list” is no possible id of a list.") }
            list = id
        } else if let defaultList {
            list = defaultList
        } else {
            throw Parameters.problem("list", "“list” is missing: say which list the index path is of.")
        }
    }
}
