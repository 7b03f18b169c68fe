import Following
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// The routes of what users do with items.
enum InteractionRoutes {
    static func all(_ reader: Reader, _ writer: Writer, _ hub: FollowHub) -> [Route] {
        let actions: [(String, EventType)] = [
            ("select", .itemSelected), ("deselect", .itemDeselected), ("actions/{name}", .itemAction),
        ]
        let writers = actions.map { name, type in
            Route(
                .post, "/lists/{list}/items/{item}/\(name)", needs: .list(.write), bodyLimit: BodyLimits(writer.settings.limits).value,
                refusesBody: BodyType.refusal(unless: MediaType.json)
            ) { request, path in
                writer.interact(request, path, type)
            }
        }
        let log = Route(.get, "/lists/{list}/interactions", needs: .list(.read)) { request, path in
            InteractionLog(reader: reader, hub: hub).answer(request, path)
        }
        return writers + [log]
    }
}
