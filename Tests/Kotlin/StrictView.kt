import sectional.ListUpdateCallback

/** The content of a row of a view: the id and the detail of a header or an item; null while it is not loaded. */
data class Shown(val id: String, val detail: Any?)

/**
 * A view that carries its rows through the callbacks alone, as RecyclerView does, and compares them with a model afterwards.
 *
 * @param count the model's rows now.
 * @param read what the model shows in all of them.
 */
class StrictView(private val count: () -> Int, private val read: () -> List<Shown?>) : ListUpdateCallback {
    /** A row that was inserted or changed is read anew at the next layout, whatever it has shown. */
    private object Unread

    private val rows = ArrayList<Any?>(read())
    var operations = 0
        private set

    /** Rows that were told to have changed. */
    var changed = 0
        private set

    /** As after `notifyDataSetChanged`. */
    fun reload() {
        rows.clear()
        rows.addAll(read())
    }

    override fun onInserted(position: Int, count: Int) {
        check(count > 0 && position in 0..rows.size) { "inserted $position, $count of ${rows.size}" }
        rows.addAll(position, List(count) { Unread })
        counted()
    }

    override fun onRemoved(position: Int, count: Int) {
        check(count > 0 && position >= 0 && position + count <= rows.size) { "removed $position, $count of ${rows.size}" }
        rows.subList(position, position + count).clear()
        counted()
    }

    override fun onMoved(from: Int, to: Int) {
        check(from in rows.indices && to in rows.indices && from != to) { "moved $from, $to of ${rows.size}" }
        rows.add(to, rows.removeAt(from))
        counted()
    }

    override fun onChanged(position: Int, count: Int) {
        check(count > 0 && position >= 0 && position + count <= rows.size) { "changed $position, $count of ${rows.size}" }
        for (row in position until position + count) rows[row] = Unread
        changed += count
        counted()
    }

    /** After each callback the model counts as the view does. */
    private fun counted() {
        operations += 1
        check(count() == rows.size) { "the model has ${count()} rows, the view ${rows.size}" }
    }

    /** Whether what the view shows is what the model has there. */
    fun verify() {
        val now = read()
        check(now.size == rows.size) { "the model has ${now.size} rows, the view ${rows.size}" }
        for ((position, row) in rows.withIndex()) {
            check(row === Unread || row == now[position]) { "$position shows $row, the model has ${now[position]}" }
        }
        rows.clear()
        rows.addAll(now)
    }
}
