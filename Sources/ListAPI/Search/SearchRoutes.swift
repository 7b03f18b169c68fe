import HTTPTypes

/// The route of searches.
enum SearchRoutes {
    static func all(_ reader: Reader, _ words: WordCache) -> [ScopedRoute] {
        let search = ListSearch(reader: reader, words: words)
        return [
            ScopedRoute(.get, "/lists/{list}/search", requires: .list(.read)) { request, path in try search.response(to: request, path) }
        ]
    }
}
