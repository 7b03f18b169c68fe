import androidx.recyclerview.widget.ListUpdateCallback
import sectional.IndexPath
import sectional.ListModel

/** What a row shows: a header's section, or an item's id and revision; null for what came after the view was laid out. */
data class Shown(val id: String, val detail: Any?)

/** A view that carries its rows through the callbacks alone, as RecyclerView does, and compares them with the model afterwards. */
class StrictView(private val model: ListModel) : ListUpdateCallback {
    private var rows = shown()
    var operations = 0
        private set

    /** Rows that were told to have changed. */
    var changed = 0
        private set

    fun shown(): ArrayList<Shown?> = (0 until model.rowCount).mapTo(ArrayList()) { position ->
        val path = model.indexPath(position)
        if (path.row < 0) {
            Shown(model.section(path.section)["id"] as String, model.section(path.section)["header"])
        } else {
            model.item(path)?.let { Shown(it["id"] as String, (it["revision"] as Number).toLong()) }
        }
    }

    override fun onInserted(position: Int, count: Int) {
        check(count > 0 && position in 0..rows.size) { "inserted $position, $count of ${rows.size}" }
        rows.addAll(position, List<Shown?>(count) { null })
        counted()
    }

    override fun onRemoved(position: Int, count: Int) {
        check(count > 0 && position >= 0 && position + count <= rows.size) { "removed $position, $count of ${rows.size}" }
        repeat(count) { rows.removeAt(position) }
        counted()
    }

    override fun onMoved(fromPosition: Int, toPosition: Int) {
        check(fromPosition in rows.indices && toPosition in rows.indices) { "moved $fromPosition, $toPosition of ${rows.size}" }
        rows.add(toPosition, rows.removeAt(fromPosition))
        counted()
    }

    override fun onChanged(position: Int, count: Int, payload: Any?) {
        check(count > 0 && position >= 0 && position + count <= rows.size) { "changed $position, $count of ${rows.size}" }
        val now = shown()
        for (row in position until position + count) rows[row] = now[row]
        changed += count
        counted()
    }

    /** After each callback the model counts as the view does. */
    private fun counted() {
        operations += 1
        check(model.rowCount == rows.size) { "the model has ${model.rowCount} rows, the view ${rows.size}" }
    }

    /** Whether what the view shows is what the model has there. */
    fun verify() {
        val now = shown()
        for ((position, row) in rows.withIndex()) check(row == null || row == now[position]) { "$position shows $row, the model has ${now[position]}" }
        for (position in rows.indices) check(position == positionOf(model.indexPath(position))) { "$position" }
        rows = now
    }

    private fun positionOf(path: IndexPath) = if (path.row < 0) model.positionOfHeader(path.section) else model.position(path)
}
