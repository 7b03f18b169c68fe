import HTTPServing
import HTTPTypes

/// The routes that follow lists.
enum FollowRoutes {
    static func all(_ following: ListFollowing) -> [Route] {
        [
            Route(.get, "/lists/{list}/changes", needs: .list(.read)) { request, path in following.listChanges(request, path) },
            Route(.get, "/lists/{list}/events", needs: .list(.read)) { request, path in following.listEvents(request, path) },
            Route(.get, "/events", needs: .lists(.read)) { request, _ in following.manyEvents(request) },
        ]
    }
}
