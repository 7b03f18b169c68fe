package sectional

/**
 * Makes an app's own type of a value, and JSON of it. `kotlinx.serialization`, Moshi and Gson read and write JSON text; the types of
 * `sectional types generate` read maps. Called from any thread.
 */
interface ValueCoder<Value> {
    /** An exception is this row's alone ([ListRow.undecodable]); the others are shown. */
    fun decode(value: JSONValue): Value

    /** JSON text. */
    fun encode(value: Value): String
}

/** Values as plain Kotlin, as [JSON] reads them. */
object PlainValues : ValueCoder<Any?> {
    override fun decode(value: JSONValue) = value.tree
    override fun encode(value: Any?) = JSON.write(value)
}

/** A value: as plain Kotlin, and as JSON text with the digits and the order of keys that were sent. */
class JSONValue(val tree: Any?) {
    val text: String by lazy { JSON.write(tree) }

    override fun equals(other: Any?) = other is JSONValue && other.tree == tree
    override fun hashCode() = tree.hashCode()
    override fun toString() = text
}

/** An item as the server sent it. */
internal class Item(json: Map<String, Any?>, coder: ValueCoder<*>) {
    val id = json.text("id")
    val type = json["type"] as String?
    val cell = json.text("cell")
    val revision = json.number("revision")
    val value = JSONValue(json["value"])
    val decoded = Decoded(value, coder)

    /** As it lies in a cache. */
    val json get() = mapOf("id" to id, "type" to type, "cell" to cell, "revision" to revision, "value" to value.tree)
}

/** A value as the app's own type, or why it is none. */
internal class Decoded(value: JSONValue, coder: ValueCoder<*>) {
    var value: Any? = null
        private set
    var failure: Exception? = null
        private set

    init {
        try {
            this.value = coder.decode(value)
        } catch (error: Exception) {
            failure = error
        }
    }
}

/** An item of a list, as the screen shows it. */
class ListRow<Value> internal constructor(item: Item, decoded: Decoded, json: JSONValue, val isPending: Boolean, val isDeleted: Boolean) {
    /** The item's id, unique in the list. */
    val id = item.id
    /** The cell type's name. */
    val type = item.type
    /** The reuse identifier that the type resolves to. */
    val cell = item.cell
    /** The version of the list that last changed the value or the type. */
    val revision = item.revision
    /** Null where the value is none of the app's; [undecodable] says why. */
    @Suppress("UNCHECKED_CAST")
    val value = decoded.value as Value?
    val undecodable = decoded.failure
    /** The value itself. */
    val json = json
}
