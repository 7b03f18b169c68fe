package sectional

import java.io.IOException

/** An event of a stream. */
internal class ServerEvent(val name: String, val data: String)

/** Reads an event stream (WHATWG, server-sent events) as its characters come, in parts that may end anywhere. */
internal class EventStreamParser(private val longestEvent: Int = 16 shl 20) {
    private val line = StringBuilder()
    private val data = StringBuilder()
    private var name = ""
    private var isAfterReturn = false
    private var isFirst = true

    /** Milliseconds that the server wants to pass before the next connection. */
    var retry: Long? = null
        private set

    /** @throws IOException for an event that is too long. */
    fun feed(characters: CharArray, count: Int): List<ServerEvent> {
        val events = ArrayList<ServerEvent>()
        for (index in 0 until count) {
            val character = characters[index]
            val isSecondOfTwo = character == '\n' && isAfterReturn
            isAfterReturn = character == '\r'
            when {
                isSecondOfTwo -> Unit
                character == '\n' || character == '\r' -> endLine(events)
                isFirst && character == '\uFEFF' -> Unit
                else -> line.append(character)
            }
            isFirst = false
            if (line.length + data.length > longestEvent) throw IOException("an event of more than $longestEvent characters")
        }
        return events
    }

    private fun endLine(events: MutableList<ServerEvent>) {
        val text = line.toString()
        line.setLength(0)
        if (text.isEmpty()) {
            // The data ends in the line break of its last line.
            if (data.isNotEmpty()) events.add(ServerEvent(if (name.isEmpty()) "message" else name, data.substring(0, data.length - 1)))
            data.setLength(0)
            name = ""
            return
        }
        val value = text.substringAfter(':', "").removePrefix(" ")
        when (text.substringBefore(':')) {
            "event" -> name = value
            "data" -> data.append(value).append('\n')
            "retry" -> if (value.isNotEmpty() && value.all { it in '0'..'9' }) retry = value.toLongOrNull() ?: retry
        }
    }
}
