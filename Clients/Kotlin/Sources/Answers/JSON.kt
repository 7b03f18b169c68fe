package sectional

/**
 * JSON as plain Kotlin: objects are maps in the order that was sent, arrays are lists, numbers are [JSONNumber]; null, true, false and strings
 * are themselves.
 */
object JSON {
    /** @throws JSONException where the text is no JSON. */
    fun read(text: String): Any? = JSONReader(text).read()

    /** @throws IllegalArgumentException for anything that JSON has not. */
    fun write(value: Any?): String = StringBuilder().also { append(value, it) }.toString()

    private fun append(value: Any?, out: StringBuilder) {
        when (value) {
            null, is Boolean -> out.append(value)
            is String -> appendText(value, out)
            is JSONNumber -> out.append(value.text)
            is Number -> {
                require(!value.toDouble().isNaN() && !value.toDouble().isInfinite()) { "$value is no number of JSON" }
                out.append(value)
            }
            is Map<*, *> -> {
                appendAll('{', value.entries, '}', out) { (key, member) ->
                    appendText(key as String, out)
                    out.append(':')
                    append(member, out)
                }
            }
            is Iterable<*> -> appendAll('[', value, ']', out) { append(it, out) }
            else -> throw IllegalArgumentException("${value.javaClass.name} is nothing of JSON")
        }
    }

    private fun <Element> appendAll(open: Char, all: Iterable<Element>, close: Char, out: StringBuilder, one: (Element) -> Unit) {
        out.append(open)
        for ((index, element) in all.withIndex()) {
            if (index > 0) out.append(',')
            one(element)
        }
        out.append(close)
    }

    private fun appendText(text: String, out: StringBuilder) {
        out.append('"')
        for (character in text) {
            when {
                character == '"' || character == '\\' -> out.append('\\').append(character)
                character >= ' ' -> out.append(character)
                else -> out.append("\\u00").append(HEX[character - '\u0000' shr 4]).append(HEX[character - '\u0000' and 15])
            }
        }
        out.append('"')
    }

    private const val HEX = "0123456789abcdef"
}

/** A text is no JSON. */
class JSONException(message: String) : IllegalArgumentException(message)

/** A number as it was sent: `1.0`, `1e400` and twenty digits stay as they are. Two are equal when their texts are. */
class JSONNumber(val text: String) : Number() {
    override fun toDouble() = text.toDouble()
    override fun toLong() = text.toLongOrNull() ?: text.toDouble().toLong()
    override fun toFloat() = toDouble().toFloat()
    override fun toInt() = toLong().toInt()
    override fun toShort() = toInt().toShort()
    override fun toByte() = toInt().toByte()
    override fun toChar() = toInt().toChar()

    override fun equals(other: Any?) = other is JSONNumber && other.text == text
    override fun hashCode() = text.hashCode()
    override fun toString() = text
}
