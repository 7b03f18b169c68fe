package sectional

/** Reads one JSON text (RFC 8259). */
internal class JSONReader(private val text: String) {
    private var at = 0
    private var depth = 0

    fun read(): Any? {
        val value = value()
        if (next() != END) fail()
        return value
    }

    /** The next character that is no white space; it is not taken. */
    private fun next(): Char {
        while (at < text.length && text[at] in " \n\r\t") at += 1
        return if (at < text.length) text[at] else END
    }

    private fun take(expected: Char) {
        if (next() != expected || at >= text.length) fail()
        at += 1
    }

    private fun fail(): Nothing = throw JSONException("no JSON at character $at")

    private fun value(): Any? = when (next()) {
        '{' -> LinkedHashMap<String, Any?>().also { members ->
            list('{', '}') {
                if (next() != '"') fail()
                val key = string()
                take(':')
                members[key] = value()
            }
        }
        '[' -> ArrayList<Any?>().also { elements -> list('[', ']') { elements.add(value()) } }
        '"' -> string()
        else -> word()
    }

    private inline fun list(open: Char, close: Char, element: () -> Unit) {
        take(open)
        depth += 1
        if (depth > DEEPEST) fail()
        if (next() == close) {
            at += 1
        } else {
            do element() while (goesOn(close))
        }
        depth -= 1
    }

    private fun goesOn(close: Char): Boolean {
        val sign = next()
        if (sign != ',' && sign != close) fail()
        at += 1
        return sign == ','
    }

    private fun string(): String {
        at += 1
        val start = at
        while (at < text.length && text[at] != '"' && text[at] != '\\' && text[at] >= ' ') at += 1
        if (at < text.length && text[at] == '"') return text.substring(start, at++)
        val read = StringBuilder(text.substring(start, at))
        while (true) {
            if (at >= text.length || text[at] < ' ') fail()
            when (val character = text[at++]) {
                '"' -> return read.toString()
                '\\' -> read.append(escaped())
                else -> read.append(character)
            }
        }
    }

    private fun escaped(): Char {
        if (at >= text.length) fail()
        val sign = text[at++]
        if (sign != 'u') return ESCAPES[sign] ?: fail()
        if (at + 4 > text.length) fail()
        val digits = text.substring(at, at + 4)
        at += 4
        if (!digits.all { it in '0'..'9' || it in 'a'..'f' || it in 'A'..'F' }) fail()
        return digits.toInt(16).toChar()
    }

    private fun word(): Any? {
        val start = at
        while (at < text.length && (text[at].isLetterOrDigit() || text[at] in "+-.")) at += 1
        return when (val word = text.substring(start, at)) {
            "null" -> null
            "true" -> true
            "false" -> false
            else -> if (NUMBER.matches(word)) JSONNumber(word) else fail()
        }
    }

    private companion object {
        const val END = '\u0000'
        /** The server's values are nested 512 deep at most, and lie in a few objects more. */
        const val DEEPEST = 600
        val NUMBER = Regex("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")
        val ESCAPES = mapOf(
            '"' to '"', '\\' to '\\', '/' to '/', 'b' to '\b', 'f' to '\u000C', 'n' to '\n', 'r' to '\r', 't' to '\t'
        )
    }
}

internal fun Map<String, Any?>.number(key: String) = (this[key] as Number).toLong()

internal fun Map<String, Any?>.count(key: String): Int {
    val number = number(key)
    require(number in 0..Int.MAX_VALUE) { "$key is $number" }
    return number.toInt()
}

internal fun Map<String, Any?>.text(key: String) = this[key] as String

@Suppress("UNCHECKED_CAST")
internal fun Map<String, Any?>.child(key: String) = this[key] as Map<String, Any?>

@Suppress("UNCHECKED_CAST")
internal fun Map<String, Any?>.children(key: String) = this[key] as List<Map<String, Any?>>
