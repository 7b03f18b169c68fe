package sectional

import androidx.recyclerview.widget.ListUpdateCallback

/** An index path: a section, and a row in it. */
data class IndexPath(val section: Int, val row: Int) : Comparable<IndexPath> {
    override fun compareTo(other: IndexPath) = compareValuesBy(this, other, { it.section }, { it.row })
}

/** An item as the server sent it: what a JSON parser makes of it, such as `CellItem.from` of the generated types reads. */
typealias Item = Map<String, Any?>

/**
 * One version of a list, as far as it is known: all counts, and the items that were looked at.
 *
 * `RecyclerView` has one run of rows: here a row for each section's header, and its items below. Use it on the main thread alone.
 */
class ListModel(sections: List<Map<String, Any?>>, var version: Long, info: Map<String, Any?> = emptyMap()) {
    private class Section(val info: Map<String, Any?>, val rows: SparseRows)

    private val sections = sections.mapTo(ArrayList()) { Section(it, SparseRows(it.number("itemCount"))) }

    /** The list's own properties: `GET /lists/{list}`, and what changes say of them. */
    var info = info
        private set

    /** What a row shows of its value, as it was chosen for everybody. */
    var row = RowParts(info)
        private set

    val sectionCount get() = sections.size
    fun section(index: Int) = sections[index].info
    fun itemCount(section: Int) = sections[section].rows.count

    /** Null while it is not loaded. */
    fun item(at: IndexPath): Item? = (sections[at.section].rows[at.row] as? Slot.Known)?.item

    /** Rows of the adapter, headers among them. */
    val rowCount get() = sections.sumBy { 1 + it.rows.count }

    fun position(at: IndexPath) = positionOfHeader(at.section) + 1 + at.row
    fun positionOfHeader(section: Int) = sections.take(section).sumBy { 1 + it.rows.count }

    /** What a position of the adapter shows; a row of -1 is the section's header. */
    fun indexPath(position: Int): IndexPath {
        var left = position
        for ((index, section) in sections.withIndex()) {
            if (left <= section.rows.count) return IndexPath(index, left - 1)
            left -= 1 + section.rows.count
        }
        throw IndexOutOfBoundsException("$position of $rowCount")
    }

    /**
     * Marks unknown rows as asked for, before `GET …/sections/{section}/items?offset=&limit=&at=version`. The marks move with the changes that
     * come meanwhile, so the page is right whenever it arrives. False where nothing is unknown.
     */
    fun ask(section: Int, rows: IntRange, ticket: Int): Boolean {
        val unknown = rows.filter { sections[section].rows[it] == null }
        for (row in unknown) sections[section].rows[row] = Slot.Asked(ticket, row - rows.first)
        return unknown.isNotEmpty()
    }

    /** Puts a page's items where their marks are now. Without items, after a failure, the rows are unknown again. */
    fun fill(ticket: Int, items: List<Item>?, view: ListUpdateCallback) {
        for ((index, section) in sections.withIndex()) {
            for ((row, mark) in section.rows.asked(ticket)) {
                section.rows[row] = items?.getOrNull(mark.index)?.let { Slot.Known(it) }
                view.onChanged(position(IndexPath(index, row)), 1, null)
            }
        }
    }

    /** Takes a changes object that leads from this version to another: `from` is `version`, and `reload` is false. */
    fun apply(change: Map<String, Any?>, view: ListUpdateCallback) {
        for (stage in change.objects("stages")) applyStage(stage, view)
        version = (change["to"] as Number).toLong()
        if (change["properties"] == null) return
        info = change.child("properties")
        row = RowParts(info)
        view.onChanged(0, rowCount, null)
    }

    private fun applyStage(stage: Map<String, Any?>, view: ListUpdateCallback) {
        val inSections = stage.child("sections")
        val inItems = stage.child("items")
        applyItems(inItems, view)
        applySections(inSections, view)
        for (update in inSections.objects("updated")) {
            val index = update.number("index")
            sections[index] = Section(update.child("section"), sections[index].rows)
            view.onChanged(positionOfHeader(index), 1, null)
        }
        for (update in inItems.objects("updated")) {
            val path = update.path("indexPath")
            // What nobody has looked at stays unknown.
            if (sections[path.section].rows[path.row] == null) continue
            sections[path.section].rows[path.row] = Slot.Known(update.child("item"))
            view.onChanged(position(path), 1, null)
        }
    }

    /** A callback counts in the state that the one before left: so it deletes from the end, and lets arrivals come from the start. */
    private fun applyItems(items: Map<String, Any?>, view: ListUpdateCallback) {
        val deleted = items.objects("deleted").map { it.path("indexPath") }
        for (path in deleted.asReversed()) {
            sections[path.section].rows.remove(path.row)
            view.onRemoved(position(path), 1)
        }
        val leaving = items.objects("moved").map { move ->
            val from = move.path("from")
            Leaving(from.section, from.row - deleted.count { it.section == from.section && it < from }, move.path("to"))
        }
        val arrivals = items.objects("inserted").map { Arrival(it.path("indexPath"), it.child("item"), null) } +
            leaving.map { Arrival(it.to, null, it) }
        val waiting = leaving.toMutableList()
        for (arrival in arrivals.sortedBy { it.to }) arrive(arrival, waiting, view)
    }

    private class Leaving(val section: Int, var row: Int, val to: IndexPath)
    private class Arrival(val to: IndexPath, val item: Item?, val leaving: Leaving?)

    private fun arrive(arrival: Arrival, waiting: MutableList<Leaving>, view: ListUpdateCallback) {
        val section = arrival.to.section
        var row = arrival.to.row
        // Items that are still to leave do not count in the target.
        for (other in waiting.filter { it.section == section }.sortedBy { it.row }) if (other.row <= row) row += 1
        val leaving = arrival.leaving
        val slot: Slot?
        if (leaving == null) {
            slot = if (isBesideKnown(section, row)) Slot.Known(arrival.item!!) else null
            sections[section].rows.insert(row, slot)
            view.onInserted(position(IndexPath(section, row)), 1)
        } else {
            val from = position(IndexPath(leaving.section, leaving.row))
            waiting.remove(leaving)
            slot = sections[leaving.section].rows.remove(leaving.row)
            for (other in waiting) if (other.section == leaving.section && other.row > leaving.row) other.row -= 1
            if (leaving.section == section && leaving.row < row) row -= 1
            val to = position(IndexPath(section, row))
            sections[section].rows.insert(row, slot)
            if (from != to) view.onMoved(from, to)
        }
        for (other in waiting) if (other.section == section && other.row >= row) other.row += 1
    }

    /** An item that comes into the middle of what is unknown stays unknown, so that memory is bounded by what was looked at. */
    private fun isBesideKnown(section: Int, row: Int): Boolean {
        val rows = sections[section].rows
        return rows.count == 0 || row > 0 && rows[row - 1] != null || row < rows.count && rows[row] != null
    }

    /** A section goes and comes with all its rows. `RecyclerView` has no move of a range, so one that moves is taken out and put in. */
    private fun applySections(changes: Map<String, Any?>, view: ListUpdateCallback) {
        val moves = changes.objects("moved")
        val moved = HashMap<Int, Section>()
        val leaving = changes.objects("deleted").map { it.number("index") } + moves.map { it.number("from") }
        for (index in leaving.sortedDescending()) {
            val section = sections[index]
            val start = positionOfHeader(index)
            sections.removeAt(index)
            view.onRemoved(start, 1 + section.rows.count)
            moved[index] = section
        }
        val arrivals = changes.objects("inserted").map { inserted ->
            val info = inserted.child("section")
            inserted.number("index") to Section(info, SparseRows(info.number("itemCount")))
        } + moves.map { it.number("to") to moved.getValue(it.number("from")) }
        for ((index, section) in arrivals.sortedBy { it.first }) {
            sections.add(index, section)
            view.onInserted(positionOfHeader(index), 1 + section.rows.count)
        }
    }
}

private fun Map<String, Any?>.number(key: String) = (this[key] as Number).toInt()

@Suppress("UNCHECKED_CAST")
private fun Map<String, Any?>.child(key: String) = this[key] as Map<String, Any?>

@Suppress("UNCHECKED_CAST")
private fun Map<String, Any?>.objects(key: String) = this[key] as List<Map<String, Any?>>

private fun Map<String, Any?>.path(key: String): IndexPath {
    val (section, row) = (this[key] as List<*>).map { (it as Number).toInt() }
    return IndexPath(section, row)
}
