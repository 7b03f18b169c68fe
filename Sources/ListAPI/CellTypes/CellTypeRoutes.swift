import HTTPServing
import HTTPTypes
import Wire

/// The routes of registered cell types. Who may read lists may read them; a change concerns all lists.
enum CellTypeRoutes {
    static func all(_ reader: CellTypeReader, _ writer: CellTypeWriter, _ uses: CellTypeUses) -> [ScopedRoute] {
        [
            ScopedRoute(.get, "/cell-types", requires: .scope(.read)) { request, _ in .response(try reader.all(request)) },
            ScopedRoute(.get, "/cell-types/{type}", requires: .scope(.read)) { request, path in
                .response(try reader.one(request, path))
            },
            ScopedRoute(.get, "/cell-types/{type}/uses", requires: .scope(.read)) { request, path in
                try uses.response(to: request, path)
            },
            ScopedRoute(
                .put, "/cell-types/{type}", requires: .everyList(.admin), checkBody: BodyType.check(among: MediaType.json)
            ) { request, path in try writer.put(request, path) },
            ScopedRoute(.delete, "/cell-types/{type}", requires: .everyList(.admin)) { request, path in
                try writer.delete(request, path)
            },
        ]
    }
}
