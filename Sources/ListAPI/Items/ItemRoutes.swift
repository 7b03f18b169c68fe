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
                    method, "/lists/{list}/items/{item}", requires: .list(.write), bodyLimit: limits.value, checkBody: checksBody
                ) { request, path in
                    try writer.writeItem(request, try ItemTarget(path, try Parameters(request, allowing: ["at"])))
                },
                ScopedRoute(
                    method, "/items/{indexPath}", requires: .list(.write), bodyLimit: limits.value, checkBody: checksBody
                ) { request, path in
                    let parameters = try Parameters(request, allowing: ["list", "at"])
                    return try writer.writeItem(request, try ItemTarget(path, parameters, defaultList: reader.settings.defaultList))
                },
            ]
        }
        let others = [
            ScopedRoute(.delete, "/lists/{list}/items/{item}", requires: .list(.write)) { request, path in
                try writer.deleteItem(request, path)
            },
            ScopedRoute(
                .post, "/lists/{list}/items/{item}/move", requires: .list(.write), bodyLimit: BodyLimits.move, checkBody: isJSON
            ) { request, path in try writer.moveItem(request, path) },
        ]
        return readers + writers + others
    }

    private static func show(_ target: ItemTarget, _ cells: CellPresentation) -> Reader.Show {
        { try ResourceSerializer(snapshot: $0, cells: cells).item(target.item) }
    }
}
