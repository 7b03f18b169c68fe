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
