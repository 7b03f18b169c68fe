package sectional

/** A problem document (RFC 9457): what the server says no with. */
class Problem internal constructor(val status: Int, json: Map<String, Any?>, val retryAfter: Double = 0.0) {
    /** The last part of its `type`, also one that this client does not know; empty where something before the server has answered. */
    val slug = (json["type"] as? String).orEmpty().substringAfterLast('/')
    val title = (json["title"] as? String).orEmpty()
    /** A description of this occurrence, fit to show to a developer. */
    val detail = json["detail"] as? String
    /** JSON pointers into the body that was sent, as far as the server lists them. */
    val pointers = (json["errors"] as? List<*>).orEmpty().mapNotNull { (it as? Map<*, *>)?.get("pointer") as? String }
    /** With 412: what a GET of the target answers now. */
    @Suppress("UNCHECKED_CAST")
    val current = json["current"] as? Map<String, Any?>

    override fun toString() = "$status $slug ${detail ?: title}"
}

/** A refusal of the server, or an answer that this app cannot read. */
sealed class ListFailure(message: String) : Exception(message) {
    /** 412: somebody else has changed the item since; `current` is its value now. */
    class Conflict(val current: JSONValue?, val problem: Problem) : ListFailure("$problem")
    /** The item or section has been deleted since. */
    class Gone(val problem: Problem) : ListFailure("$problem")
    /** 403: the token does not reach as far. */
    class Forbidden(val problem: Problem) : ListFailure("$problem")
    /** 401, also with a fresh token. */
    class Unauthorized(val problem: Problem) : ListFailure("$problem")
    /** The request itself is wrong, and would be again. */
    class Invalid(val problem: Problem) : ListFailure("$problem")
    /** Anything else; a newer server may have more to say than this client knows. */
    class Unknown(val problem: Problem) : ListFailure("$problem")
    /** The list is not there, or has been deleted. */
    object ListNotFound : ListFailure("there is no such list")
    /** The version is not in the list's history. */
    object VersionGone : ListFailure("the version is not in the list's history")
    /** The list is not the one that somebody saw: the server was set up anew, or an older copy of its lists is back. */
    object OtherHistory : ListFailure("the list is another one than the one that was seen")
    /** An answer that is JSON, but not as the contract says. */
    class Decoding(val error: Exception) : ListFailure("$error")
    /** The row is not loaded, so nobody has seen what is to be written over. */
    object NotLoaded : ListFailure("the row is not loaded")
    /** This app has deleted the item itself. */
    object DeletedHere : ListFailure("this app has deleted the item")
    /** The outbox cannot be written, so nothing was sent. */
    class Disk(val error: Exception) : ListFailure("$error")

    /** Whether the same request may go well later: the server is busy, stopping or broken, or something before it has answered. */
    internal val isTemporary get() = when (this) {
        // A 403 that the server does not know is that of a firewall, or of a network that wants a sign-in.
        is Unknown -> problem.status >= 500 || problem.status == 429 || problem.status == 403 || problem.slug.isEmpty()
        is Invalid -> problem.slug == "request-in-progress"
        else -> false
    }

    internal companion object {
        private val MISSING = setOf("item-gone", "section-gone", "item-not-found", "section-not-found", "reference-not-found")

        /** Reads the table of problems backwards. */
        fun of(problem: Problem): ListFailure = when {
            problem.slug == "list-not-found" -> ListNotFound
            problem.slug == "version-gone" || problem.slug == "version-not-found" -> VersionGone
            problem.slug == "precondition-failed" ->
                Conflict(problem.current?.let { if ("value" in it) JSONValue(it["value"]) else null }, problem)
            problem.slug in MISSING -> Gone(problem)
            problem.status == 401 -> Unauthorized(problem)
            problem.slug.isNotEmpty() && problem.status == 403 -> Forbidden(problem)
            // Also of a proxy, which sends no document: it says no to the same bytes for ever.
            problem.status in setOf(400, 405, 413, 414, 415, 422, 431) -> Invalid(problem)
            problem.slug.isNotEmpty() && problem.status in setOf(409, 428) -> Invalid(problem)
            else -> Unknown(problem)
        }
    }
}
