package sectional

import java.io.File

/** The content of a screen, on disk: all sections of a version, and the rows around those that were looked at last. Replaced as a whole. */
internal class SnapshotFile(private val file: File, private val coder: ValueCoder<*>) {
    class Snapshot(val model: ListModel, val savedAt: Long, val created: String?)

    /** Null where there is none, and where it cannot be read. */
    fun read(cells: List<String>?): Snapshot? = try {
        @Suppress("UNCHECKED_CAST")
        val json = JSON.read(file.readText()) as Map<String, Any?>
        if (json["format"] != FORMAT) null else Snapshot(model(json, cells), json.number("savedAt"), json["created"] as String?)
    } catch (error: Exception) {
        null
    }

    private fun model(json: Map<String, Any?>, cells: List<String>?): ListModel {
        val model = ListModel(json.children("sections"), json.number("version"))
        model.info = json.child("info")
        // Rows are for an app that shows the same cells.
        if (json["cells"] == cells) {
            for (run in json.children("runs")) model.place(run.children("items").map { Item(it, coder) }, run.count("offset"))
        }
        return model
    }

    fun write(snapshot: Map<String, Any?>) = OutboxFile.replace(file, JSON.write(snapshot))

    fun remove() {
        file.delete()
    }

    companion object {
        /** Goes up with each change of the format; a file of another is not read. */
        private val FORMAT = JSONNumber("1")
        /** Lists with more sections are loaded anew: reading them back would take as long. */
        private const val MOST_SECTIONS = 5_000
        private const val MOST_ROWS = 300

        /**
         * The rows around an offset, for [write]; null where the list has too many sections.
         *
         * @param isKept whether a row is kept wherever it is: a user's own writes are to be seen offline too.
         */
        fun snapshot(
            model: ListModel, offset: Int, created: String?, cells: List<String>?, now: Long, isKept: (String) -> Boolean
        ): Map<String, Any?>? {
            if (model.sections.size > MOST_SECTIONS) return null
            val rows = ArrayList<Pair<Int, Item>>()
            model.forEachKnown { path, slot ->
                val at = model.offset(path)
                if (slot is Slot.Known && (Math.abs(at - offset) <= MOST_ROWS / 2 || isKept(slot.item.id))) rows.add(Pair(at, slot.item))
            }
            return mapOf(
                "format" to FORMAT, "version" to model.version, "savedAt" to now, "created" to created, "cells" to cells, "info" to model.info,
                "sections" to model.sections.map { it.info + ("itemCount" to it.rows.count) },
                "runs" to rows.map { mapOf("offset" to it.first, "items" to listOf(it.second.json)) }
            )
        }
    }
}
