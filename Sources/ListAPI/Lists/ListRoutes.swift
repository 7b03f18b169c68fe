import HTTPServing
import HTTPTypes
import Lists
import Wire

/// The routes of lists.
enum ListRoutes {
    static func all(_ reader: Reader, _ writer: Writer) -> [ScopedRoute] {
        let limits = BodyLimits(writer.settings.limits)
        let isJSON = BodyType.check(among: MediaType.json)
        let isMerge = BodyType.check(among: MediaType.mergePatch, MediaType.json)
        return [
            ScopedRoute(.get, "/lists", requires: .scope(.read)) { request, _ in
                .response(try ListIndex(reader: reader).response(to: request))
            },
            ScopedRoute(.get, "/lists/{list}", requires: .list(.read)) { request, path in
                try reader.show(request) { cells in
                    let parameters = try Parameters(request, allowing: ["at"])
                    return (
                        try path.list(), try parameters.version(), { ResourceSerializer(snapshot: $0, cells: cells).list() }
                    )
                }
            },
            ScopedRoute(
                .put, "/lists/{list}", requires: .list(.write), checkBody: BodyType.check(among: MediaType.json, MediaType.ndjson),
                takesPieces: Writer.takesPieces
            ) { request, path in
                try writer.counted(request, \.replacement, remedy: "Send it as application/x-ndjson, which may be of any length.") {
                    try writer.putList($0, path)
                }
            },
            ScopedRoute(.patch, "/lists/{list}", requires: .list(.write), bodyLimit: limits.annotations, checkBody: isMerge) {
                request, path in
                try writer.patchList(request, path)
            },
            ScopedRoute(.delete, "/lists/{list}", requires: .list(.write)) { request, path in try writer.deleteList(request, path) },
            ScopedRoute(.post, "/lists/{list}/batch", requires: .list(.write), checkBody: isJSON) { request, path in
                try writer.counted(request, \.batch, remedy: "Send it in parts.") { try writer.applyBatch($0, path) }
            },
            ScopedRoute(.post, "/lists/{list}/revert", requires: .list(.write), bodyLimit: BodyLimits.move, checkBody: isJSON) {
                request, path in
                try writer.revertList(request, path)
            },
            ScopedRoute(.get, "/lists/{list}/versions", requires: .list(.read)) { request, path in
                .response(try VersionLog(reader: reader).response(to: request, path))
            },
            ScopedRoute(.get, "/lists/{list}/view", requires: .list(.read)) { request, path in
                .response(try ViewReading(reader: reader).response(to: request, path))
            },
            ScopedRoute(.get, "/lists/{list}/geometry", requires: .list(.read)) { request, path in
                .response(try Geometry(reader: reader).response(to: request, path))
            },
            ScopedRoute(.get, "/lists/{list}/export", requires: .list(.read)) { request, path in
                .response(try Export(reader: reader).response(to: request, path))
            },
        ]
    }
}
