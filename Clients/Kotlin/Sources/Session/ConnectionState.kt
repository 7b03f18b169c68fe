package sectional

/** How a list on the screen stands to its server. Times are milliseconds since 1970. */
sealed class ConnectionState {
    /** Not started, or stopped. */
    object Idle : ConnectionState()
    /** The screen shows the rows that an earlier run of the app kept. */
    data class Offline(val cachedAt: Long) : ConnectionState()
    /** The list is asked for, or its changes. */
    object Connecting : ConnectionState()
    /** Changes come as they are made. */
    object Live : ConnectionState()
    /** The connection is lost; the next attempt is at `until`. */
    data class Waiting(val until: Long) : ConnectionState()
    /** There is no such list, or none any more. It is shown as soon as somebody makes it. */
    object Missing : ConnectionState()
    /** Nothing more comes until `start` is called again: the token is not taken, or does not reach the list. */
    data class Ended(val failure: ListFailure) : ConnectionState()
}
