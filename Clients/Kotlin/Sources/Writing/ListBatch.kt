package sectional

import java.util.UUID

/** Edits that are done together or not at all, in one version of the list. Index paths are those of the screen. */
class ListBatch<Value> internal constructor(private val screen: ListScreen, private val coder: ValueCoder<Value>, private val makesIDs: Boolean) {
    internal val parts = ArrayList<PendingWrite.Part>()
    internal var spots: List<Map<String, Any?>> = emptyList()
        private set
    internal var section: String? = null
        private set
    internal var hasOwnID = false
        private set

    /** Writes the difference to the value that is shown, so that members which the app does not know stay. */
    fun update(row: ListRow<Value>, value: Value) {
        val old = row.value?.let { JSON.read(coder.encode(it)) }
        val new = JSON.read(coder.encode(value))
        val patch = MergePatch.difference(old, new) ?: return write(row, mapOf("op" to "updateItem", "item" to "@${row.id}", "value" to new), new)
        write(row, mapOf("op" to "patchItem", "item" to "@${row.id}", "merge" to patch), MergePatch.apply(patch, row.json.tree))
    }

    /** Writes a value in the place of all that is there. */
    fun replace(row: ListRow<Value>, value: Value) {
        val new = JSON.read(coder.encode(value))
        write(row, mapOf("op" to "updateItem", "item" to "@${row.id}", "value" to new), new)
    }

    private fun write(row: ListRow<Value>, operation: Map<String, Any?>, value: Any?) {
        parts.add(PendingWrite.Part(operation, checked(row).id, row.revision, JSONValue(value)))
    }

    /** Deletes an item, on the condition that it is as it was seen. */
    fun delete(row: ListRow<Value>) {
        parts.add(PendingWrite.Part(mapOf("op" to "deleteItem", "item" to "@${checked(row).id}"), row.id, row.revision))
    }

    /**
     * Puts an item before the row that is at an index path, or at the section's end. That row has to be loaded. Where it has gone when the
     * server gets it, a single insertion goes before the next that is left of those that are loaded, else to the end.
     *
     * @param id null makes a new one, or leaves it to the server; see [ListOptions.makesItemIDs].
     */
    fun insert(value: Value, at: IndexPath, id: String? = null, type: String? = null) {
        aim(at, null)
        val item = LinkedHashMap<String, Any?>()
        val made = id ?: if (makesIDs) UUID.randomUUID().toString() else null
        hasOwnID = id == null && made != null
        made?.let { item["id"] = it }
        type?.let { item["type"] = it }
        item["value"] = JSON.read(coder.encode(value))
        parts.add(PendingWrite.Part(mapOf("op" to "insertItem", "section" to "@$section", "item" to item) + spots.first()))
    }

    /** Moves a row to an index path, where it is afterwards. The row that it comes beside has to be loaded. */
    fun move(row: ListRow<Value>, to: IndexPath) {
        val from = screen.model.paths(setOf(checked(row).id)).firstOrNull() ?: throw ListFailure.NotLoaded
        aim(if (from.section == to.section && from.row < to.row) IndexPath(to.section, to.row + 1) else to, row.id)
        parts.add(PendingWrite.Part(mapOf("op" to "moveItem", "item" to "@${row.id}") + spots.first(), row.id))
    }

    private fun checked(row: ListRow<Value>): ListRow<Value> {
        if (screen.overlay.isDeleted(row.id)) throw ListFailure.DeletedHere
        return row
    }

    /** Before a row, those after it as far as they are loaded, after the one before it, or at the section's end. */
    private fun aim(at: IndexPath, moved: String?) {
        val model = screen.model
        if (at.section !in model.sections.indices || at.row < 0 || at.row > model.itemCount(at.section)) throw ListFailure.NotLoaded
        section = model.sections[at.section].info.text("id")
        fun name(row: Int): String? {
            val id = model.item(IndexPath(at.section, row))?.id ?: return null
            return if (id == moved || screen.overlay.isDeleted(id)) null else "@$id"
        }
        val count = model.itemCount(at.section)
        val following = (at.row until minOf(at.row + MOST_SPOTS, count)).mapNotNull { row -> name(row)?.let { mapOf("before" to it) } }
        val isEnd = at.row == count
        if (!isEnd && model.item(at) == null) throw ListFailure.NotLoaded
        val before = if (isEnd) name(at.row - 1)?.let { listOf(mapOf("after" to it)) } else null
        spots = following + before.orEmpty() + listOf(emptyMap())
    }

    private companion object {
        const val MOST_SPOTS = 8
    }
}
