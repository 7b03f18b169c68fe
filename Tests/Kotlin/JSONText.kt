/** Reads JSON, for tests: objects as maps, whole numbers as Long. Android's own parser is not here. */
class JSONText(private val text: String) {
    private var at = 0

    fun read(): Any? {
        val value = value()
        check(peek() == null) { "more at $at" }
        return value
    }

    private fun peek(): Char? {
        while (at < text.length && text[at].isWhitespace()) at += 1
        return text.getOrNull(at)
    }

    private fun take(expected: Char) {
        check(peek() == expected) { "no $expected at $at" }
        at += 1
    }

    private fun value(): Any? = when (peek()) {
        '{' -> LinkedHashMap<String, Any?>().also { read -> list('{', '}') { val key = string(); take(':'); read[key] = value() } }
        '[' -> ArrayList<Any?>().also { read -> list('[', ']') { read.add(value()) } }
        '"' -> string()
        else -> word()
    }

    private fun list(open: Char, close: Char, element: () -> Unit) {
        take(open)
        while (peek() != close) {
            element()
            if (peek() == ',') take(',')
        }
        take(close)
    }

    private fun string(): String {
        take('"')
        val read = StringBuilder()
        while (text[at] != '"') {
            if (text[at] == '\\') {
                at += 1
                if (text[at] == 'u') {
                    read.append(text.substring(at + 1, at + 5).toInt(16).toChar())
                    at += 4
                } else {
                    read.append(mapOf('n' to '\n', 't' to '\t', 'r' to '\r', 'b' to '\b', 'f' to '\u000C')[text[at]] ?: text[at])
                }
            } else {
                read.append(text[at])
            }
            at += 1
        }
        at += 1
        return read.toString()
    }

    private fun word(): Any? {
        val start = at
        while (at < text.length && text[at] !in ",]} \n") at += 1
        return when (val word = text.substring(start, at)) {
            "null" -> null
            "true" -> true
            "false" -> false
            else -> word.toLongOrNull() ?: word.toDouble()
        }
    }
}
