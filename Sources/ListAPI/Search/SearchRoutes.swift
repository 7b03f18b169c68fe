import HTTPTypes

/// The route of searches.
enum SearchRoutes {
    static func all(_ reader: Reader) -> [ScopedRoute] {
        let search = ListSearch(reader: reader)
        return [
            ScopedRoute(.get, "/lists/{list}/search", requires: .list(.read)) { request, path in try search.response(to: request, path) }
        ]
    }
}
