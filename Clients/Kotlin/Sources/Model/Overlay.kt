package sectional

/**
 * Values that this app has written, and items that it has deleted, which the server's version on the screen does not have yet. The screen shows
 * the server's item with them over it, in the order of writing; a refused one leaves the others. Of sections the values are maps of members.
 */
internal class Overlay {
    /** A value of null leaves the one that is there; a version of null is one that the server has not answered. */
    class Patch(val key: String, val value: JSONValue?, val decoded: Decoded?, val isDeletion: Boolean, var version: Long?)

    private val patches = HashMap<String, List<Patch>>()

    operator fun get(id: String): List<Patch> = patches[id].orEmpty()

    fun isDeleted(id: String) = patches[id]?.last()?.isDeletion ?: false

    /** The ids of all that it deletes. */
    val deleted: List<String> get() = patches.keys.filter(::isDeleted)

    fun add(id: String, patch: Patch) {
        patches[id] = get(id) + patch
    }

    /** The server has it from `version` on. It stays until the screen is there: the event comes later, and the old value would flash. */
    fun answered(key: String, version: Long) {
        for (all in patches.values) for (patch in all) if (patch.key == key) patch.version = version
    }

    /** @return the ids of the items that may show something else now. */
    fun refused(key: String) = remove { it.key == key }

    /** Takes off what a version of the list has. */
    fun settle(version: Long) = remove { patch -> patch.version.let { it != null && it <= version } }

    /** Takes off what another list of this id has had. */
    fun forgetAnswered() = remove { it.version != null }

    private fun remove(isDone: (Patch) -> Boolean): Set<String> {
        val changed = patches.filterValues { it.any(isDone) }.keys.toSet()
        for (id in changed) {
            val left = get(id).filterNot(isDone)
            if (left.isEmpty()) patches.remove(id) else patches[id] = left
        }
        return changed
    }
}
