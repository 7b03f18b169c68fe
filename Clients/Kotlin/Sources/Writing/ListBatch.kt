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
     * It shows at once, unless only the server knows its id.
     *
     * @param id null makes a new one, or leaves it to the server; see [ListOptions.makesItemIDs].
     */
    fun insert(value: Value, at: IndexPath, id: String? = null, type: String? = null) {
        aim(at, null)
        val item = LinkedHashMap<String, Any?>()
        val pointer = screen.model.info["identity"] as? String
        val made = id ?: if (makesIDs && pointer == null) UUID.randomUUID().toString() else null
        hasOwnID = id == null && made != null
        made?.let { item["id"] = it }
        type?.let { item["type"] = it }
        val tree = JSON.read(coder.encode(value))
        item["value"] = tree
        val operation = mapOf("op" to "insertItem", "section" to "@$section", "item" to item) + spots.first()
        parts.add(PendingWrite.Part(operation, made ?: pointer?.let { identity(valueAt(tree, it)) }, value = JSONValue(tree)))
    }

    /** The id that the server takes from a value: a string, or an integer's digits. */
    private fun identity(part: Any?): String? = when (part) {
        is String -> part
        is JSONNumber -> part.text.takeIf { text -> text.removePrefix("-").all { it in '0'..'9' } }
        else -> null
    }

    /** Moves a row to an index path, where it is afterwards. The row that it comes beside has to be loaded. */
    fun move(row: ListRow<Value>, to: IndexPath) {
        val from = screen.model.paths(setOf(checked(row).id)).firstOrNull() ?: throw ListFailure.NotLoaded
        aim(if (from.section == to.section && from.row < to.row) IndexPath(to.section, to.row + 1) else to, row.id)
        parts.add(PendingWrite.Part(mapOf("op" to "moveItem", "item" to "@${row.id}") + spots.first(), row.id))
    }

    // Sections.

    /**
     * Puts a section before the one at an index, or at the list's end. Where that one has gone when the server gets it, a single insertion goes
     * before the next that is left, else to the end.
     *
     * @param id null makes a random one.
     */
    fun insertSection(at: Int, header: Any? = null, footer: Any? = null, metadata: Map<String, Any?> = emptyMap(), id: String? = null) {
        spots = beside(at, null) + listOf(emptyMap())
        val made = id ?: UUID.randomUUID().toString()
        hasOwnID = id == null
        val members = plain(mapOf("header" to header, "footer" to footer, "metadata" to metadata))
        val operation = mapOf("op" to "insertSection", "section" to mapOf("id" to made) + members) + spots.first()
        parts.add(PendingWrite.Part(operation, value = JSONValue(members), section = made))
    }

    /**
     * Writes other members of a section.
     *
     * @throws IllegalArgumentException for a member within one of them that is to become null, which no request says.
     */
    fun updateSection(
        section: ListSection, header: Any? = section.header, footer: Any? = section.footer, metadata: Map<String, Any?> = section.metadata
    ) {
        checked(section)
        val old = plain(mapOf("header" to section.header, "footer" to section.footer, "metadata" to section.metadata))
        val new = plain(mapOf("header" to header, "footer" to footer, "metadata" to metadata))
        // A member that is null is one that is not there.
        val patch = MergePatch.difference(old.filterValues { it != null }, new.filterValues { it != null })
        requireNotNull(patch) { "a member of a section's header, footer or metadata cannot become null" }
        if (patch.isEmpty()) return
        val operation = mapOf("op" to "updateSection", "section" to "@${section.id}", "merge" to patch)
        parts.add(PendingWrite.Part(operation, value = JSONValue(new.filterKeys { it in patch }), section = section.id))
    }

    /** Moves a section to an index, where it is afterwards. */
    fun moveSection(section: ListSection, to: Int) {
        val targets = beside(to, checked(section))
        if (targets.isEmpty()) return
        spots = targets
        val operation = mapOf("op" to "moveSection", "section" to "@${section.id}") + spots.first()
        parts.add(PendingWrite.Part(operation, value = JSONValue(emptyMap<String, Any?>()), section = section.id))
    }

    /** Deletes a section with its items. */
    fun deleteSection(section: ListSection) {
        checked(section)
        parts.add(PendingWrite.Part(mapOf("op" to "deleteSection", "section" to "@${section.id}"), section = section.id))
    }

    /** Where a section is. */
    private fun checked(section: ListSection): Int {
        if (screen.sections.isDeleted(section.id)) throw ListFailure.DeletedHere
        val detail = "There is no section with the id “${section.id}”."
        return screen.model.indexOfSection(section.id)
            ?: throw ListFailure.of(Problem(404, mapOf("type" to "/problems/section-not-found", "detail" to detail)))
    }

    /** Before the sections from an index on, or after the one before it; an index counts without the section that moves. */
    private fun beside(at: Int, moved: Int?): List<Map<String, Any?>> {
        val ids = screen.model.sections.filter { it.index != moved }.map { it.info.text("id") }
        if (at !in 0..ids.size) throw ListFailure.NotLoaded
        fun names(some: List<String>) = some.filterNot { screen.sections.isDeleted(it) }.map { "@$it" }
        val following = names(ids.subList(at, minOf(at + MOST_SPOTS, ids.size))).map { mapOf("before" to it) }
        return following + names(ids.subList(0, at)).takeLast(1).map { mapOf("after" to it) }
    }

    private fun plain(members: Map<String, Any?>): Map<String, Any?> {
        @Suppress("UNCHECKED_CAST")
        return JSON.read(JSON.write(members)) as Map<String, Any?>
    }

    private fun checked(row: ListRow<Value>): ListRow<Value> {
        if (row.isDeleted || screen.overlay.isDeleted(row.id)) throw ListFailure.DeletedHere
        return row
    }

    /** Before a row, those after it as far as they are loaded, after the one before it, or at the section's end. */
    private fun aim(at: IndexPath, moved: String?) {
        val model = screen.model
        if (at.section !in model.sections.indices || at.row < 0 || at.row > model.itemCount(at.section)) throw ListFailure.NotLoaded
        section = model.sections[at.section].info.text("id")
        if (screen.sections.isDeleted(section!!)) throw ListFailure.DeletedHere
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
