import HTTPServing
import HTTPTypes
import Lists

/// The routes of what users do with items.
enum InteractionRoutes {
    static func all(_ reader: Reader, _ writer: Writer) -> [Route] {
        let actions: [(String, EventType)] = [
            ("select", .itemSelected), ("deselect", .itemDeselected), ("actions/{name}", .itemAction),
        ]
        let writers = actions.map { name, type in
            Route(.post, "/lists/{list}/items/{item}/\(name)", needs: .list(.write)) { request, path in
                writer.interact(request, path, type)
            }
        }
        let log = Route(.get, "/lists/{list}/interactions", needs: .list(.read)) { request, path in
            InteractionLog(reader: reader).answer(request, path)
        }
        return writers + [log]
    }
}
