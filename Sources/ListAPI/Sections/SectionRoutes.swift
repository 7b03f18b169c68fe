import HTTPServing
import HTTPTypes
import Lists
import Wire

/// The routes of a list's sections, and of the items in one.
enum SectionRoutes {
    static func all(_ reader: Reader, _ writer: Writer) -> [ScopedRoute] {
        let limits = BodyLimits(writer.settings.limits)
        let isJSON = BodyType.check(among: MediaType.json)
        let isMerge = BodyType.check(among: MediaType.mergePatch, MediaType.json)
        return [
            ScopedRoute(.get, "/lists/{list}/sections", requires: .list(.read)) { request, path in try sections(reader, request, path) },
            ScopedRoute(.post, "/lists/{list}/sections", requires: .list(.write), checkBody: isJSON) { request, path in
                try writer.counted(request, \.insertedSection, remedy: "Send it in parts.") { try writer.insertSection($0, path) }
            },
            ScopedRoute(
                .patch, "/lists/{list}/sections/{section}", requires: .list(.write), bodyLimit: limits.annotations, checkBody: isMerge
            ) { request, path in try writer.patchSection(request, path) },
            ScopedRoute(.delete, "/lists/{list}/sections/{section}", requires: .list(.write)) { request, path in
                try writer.deleteSection(request, path)
            },
            ScopedRoute(
                .post, "/lists/{list}/sections/{section}/move", requires: .list(.write), bodyLimit: BodyLimits.move, checkBody: isJSON
            ) { request, path in try writer.moveSection(request, path) },
            ScopedRoute(.post, "/lists/{list}/sections/{section}/items", requires: .list(.write), checkBody: isJSON) { request, path in
                try writer.counted(request, \.items, remedy: "Send it in parts.") { try writer.insertItems($0, path) }
            },
            ScopedRoute(.get, "/lists/{list}/sections/{section}", requires: .list(.read)) { request, path in
                try reader.show(request) { cells in
                    let parameters = try Parameters(request, allowing: ["at"])
                    let (list, section) = (try path.list(), try path.section())
                    return (
                        list, try parameters.version(), { try ResourceSerializer(snapshot: $0, cells: cells).section(section) }
                    )
                }
            },
            ScopedRoute(.get, "/lists/{list}/sections/{section}/items", requires: .list(.read)) { request, path in
                try reader.show(request) { cells in
                    let parameters = try Parameters(request, allowing: PageWindow.names)
                    let (list, section) = (try path.list(), try path.section())
                    let window = try PageWindow(parameters, reader.settings)
                    return (
                        list, try parameters.version(),
                        { try PageSerializer(snapshot: $0, cells: cells).items(of: section, parameters, window) }
                    )
                }
            },
        ]
    }

    private static func sections(_ reader: Reader, _ request: Request, _ path: PathParameters) throws -> PendingResponse {
        try reader.show(request) { cells in
            let parameters = try Parameters(request, allowing: ["offset", "limit", "at", "items"])
            let list = try path.list()
            let page = try PageRequest(parameters, reader.settings)
            let embedded = try parameters.number("items", in: 0...50) ?? 0
            guard page.limit * embedded <= 5_000 else {
                throw Parameters.problem("items", "“limit” times “items” is at most 5,000.")
            }
            return (
                list, try parameters.version(),
                { try PageSerializer(snapshot: $0, cells: cells).sections(parameters, page, embedded: embedded) }
            )
        }
    }
}
