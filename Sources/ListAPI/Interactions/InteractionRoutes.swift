import Following
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// The routes of what users do with items.
enum InteractionRoutes {
    static func all(_ reader: Reader, _ writer: Writer, _ notifier: ListNotifier) -> [ScopedRoute] {
        let actions: [(String, EventType)] = [
            ("select", .itemSelected), ("deselect", .itemDeselected), ("actions/{name}", .itemAction),
        ]
        let writers = actions.map { name, type in
            ScopedRoute(
                .post, "/lists/{list}/items/{item}/\(name)", requires: .list(.write), readsCopy: false,
                bodyLimit: BodyLimits(writer.settings.limits).value, checkBody: BodyType.checkUnlessChunked(among: MediaType.json)
            ) { request, path in
                try writer.interact(request, path, type)
            }
        }
        let log = ScopedRoute(.get, "/lists/{list}/interactions", requires: .list(.read)) { request, path in
            try InteractionLog(reader: reader, notifier: notifier).respond(to: request, path)
        }
        return writers + [log]
    }
}
