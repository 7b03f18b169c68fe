import HTTPServing
import HTTPTypes

/// The routes that follow lists.
enum FollowRoutes {
    static func all(_ following: ListFollowing) -> [ScopedRoute] {
        [
            ScopedRoute(.get, "/lists/{list}/changes", requires: .list(.read)) { request, path in try following.listChanges(request, path)
            },
            ScopedRoute(.get, "/lists/{list}/events", requires: .list(.read)) { request, path in try following.listEvents(request, path) },
            ScopedRoute(.get, "/events", requires: .lists(.read)) { request, _ in try following.manyEvents(request) },
        ]
    }
}
