package sectional

/**
 * The parts of a value that a row shows, as JSON pointers (RFC 6901). They are kept in the list's metadata under `row`, so every client shows
 * the same. Null where none is chosen.
 */
class RowParts(info: Map<String, Any?>) {
    private val row = (info["metadata"] as? Map<*, *>)?.get("row") as? Map<*, *>

    val title = pointer("title")
    val detail = pointer("detail")
    val trailing = pointer("trailing")
    val picture = pointer("picture")
    val columns = (row?.get("columns") as? List<*>).orEmpty().mapNotNull { text(it) }

    private fun pointer(part: String) = text(row?.get(part))

    private fun text(value: Any?) = (value as? String)?.takeIf { it.isEmpty() || it.startsWith("/") }
}

/** The part of a value, as a JSON parser gives it, that a pointer leads to; null where nothing is. */
fun valueAt(value: Any?, pointer: String): Any? {
    if (pointer.isEmpty()) return value
    if (!pointer.startsWith("/")) return null
    return pointer.drop(1).split("/").fold(value) { part, token ->
        val key = token.replace("~1", "/").replace("~0", "~")
        when (part) {
            is Map<*, *> -> part[key]
            is List<*> -> key.toIntOrNull()?.takeIf { it.toString() == key }?.let { part.getOrNull(it) }
            else -> null
        }
    }
}
