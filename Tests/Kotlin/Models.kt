package sectional

import Shown
import StrictView

/** Items of the tests: an id, and a revision as their value. */
internal fun testItem(id: String, revision: Long) =
    Item(mapOf("id" to id, "type" to null, "cell" to "Cell", "revision" to revision, "value" to revision), PlainValues)

internal fun ListModel.shown(): List<Shown?> = (0 until rowCount).map { position ->
    val path = indexPath(position)
    val back = if (path.row < 0) positionOfHeader(path.section) else position(path)
    check(back == position) { "$position is $path, which is $back" }
    if (path.row < 0) {
        Shown(sections[path.section].info.text("id"), sections[path.section].info["header"])
    } else {
        val offset = offset(path)
        check(indexPathOfItem(offset) == path) { "item $offset is ${indexPathOfItem(offset)}, not $path" }
        item(path)?.let { Shown(it.id, it.revision) }
    }
}

internal fun ListModel.strictView() = StrictView({ rowCount }, ::shown)

/** From here on a view is told of each operation, and compared when all of a change was told. */
internal fun ListScreen.tell(view: StrictView) {
    observers.add(object : ListObserver {
        override fun onInserted(position: Int, count: Int) = view.onInserted(position, count)
        override fun onRemoved(position: Int, count: Int) = view.onRemoved(position, count)
        override fun onMoved(from: Int, to: Int) = view.onMoved(from, to)
        override fun onChanged(position: Int, count: Int) = view.onChanged(position, count)
        override fun onReload(anchor: Int?) = view.reload()
        override fun onUpdated() = view.verify()
    })
}
