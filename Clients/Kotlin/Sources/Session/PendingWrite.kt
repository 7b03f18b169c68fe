package sectional

/**
 * A batch or a tap that the server has not answered yet, or whose values no snapshot on disk has yet, as it lies on disk. However often it is
 * sent, it is done once: `key` is its `Idempotency-Key`.
 */
internal class PendingWrite(
    val key: String,
    val parts: List<Part>,
    /** The path of a tap, below the list; null for a batch. */
    val tap: String? = null,
    /** The context of a tap. */
    val context: Map<String, Any?> = emptyMap(),
    /** The targets of a single insertion or move, the first one first: `{"before":"@a"}`; an empty object is the section's end. */
    val spots: List<Map<String, Any?>> = emptyList(),
    /** The section of the spots. */
    val section: String? = null,
    /** `List-Created` of the list that somebody saw. */
    val created: String? = null,
    /** Whether this app has made up the id of what it inserts: then nobody else has taken it. */
    val hasOwnID: Boolean = false,
    /** Whether it has been sent, and so may have been done: then nothing about it changes any more. */
    val isSent: Boolean = false,
    val answer: Answer? = null
) {
    /** One operation of a batch. */
    class Part(
        /** Without its condition. */
        val operation: Map<String, Any?>,
        /** The item that it inserts, changes, moves or deletes; null where only the server knows it, and for a section. */
        val id: String? = null,
        /** The item's revision, as it was seen; null of a move, which takes an item as it is, and of an insertion. */
        val revision: Long? = null,
        /** The value that the item has by it, or the members that the section has; null where it has none. */
        val value: JSONValue? = null,
        /** The section that it inserts, changes, moves or deletes. */
        val section: String? = null
    ) {
        /** The revision that it is made over; 0 is that of an item which is not there yet. */
        val base get() = if (operation["op"] == "insertItem") 0 else revision

        val isDeletion get() = operation["op"] == "deleteItem" || operation["op"] == "deleteSection"

        fun over(revision: Long?) = Part(operation, id, revision, value, section)

        fun at(spot: Map<String, Any?>) = Part(operation - listOf("before", "after", "to") + spot, id, revision, value, section)

        /** As it is sent. */
        val json get() = if (revision == null) operation else operation + ("ifMatch" to "r$revision@${id!!.percentEncoded()}")
    }

    /** The version of the list that has it, and the revisions that its items have by it. */
    class Answer(val version: Long, val revisions: Map<String, Long>, val created: String? = null)

    /** Writes that share one are sent in order. Taps are in a lane of their own, and so are all edits of sections. */
    val lanes: Set<String>
        get() {
            if (tap != null) return setOf("tap")
            val lanes = HashSet<String>()
            for (part in parts) {
                part.id?.let { lanes.add("@$it") }
                part.section?.let { lanes.addAll(listOf("sections", it)) }
                (part.operation["section"] as? String)?.let { lanes.add(it.drop(1)) }
                // What it comes beside may be inserted by a write before it.
                for (place in listOf("before", "after")) (part.operation[place] as? String)?.let { lanes.add(it) }
            }
            section?.let { lanes.add(it) }
            return lanes
        }

    /** Whether it waits for all writes before it: one of them may move an item out of the section. */
    val deletesSections get() = parts.any { it.operation["op"] == "deleteSection" }

    val body: String
        get() = JSON.write(if (tap != null) mapOf("context" to context) else mapOf("operations" to parts.map { it.json }))

    fun copy(
        parts: List<Part> = this.parts, spots: List<Map<String, Any?>> = this.spots, created: String? = this.created,
        isSent: Boolean = this.isSent, answer: Answer? = this.answer
    ) = PendingWrite(key, parts, tap, context, spots, section, created, hasOwnID, isSent, answer)

    /** The same write at the next spot; null where the refusal has another reason, or nothing is left. */
    fun next(failure: ListFailure): PendingWrite? {
        if (failure !is ListFailure.Gone || spots.size < 2) return null
        val left = spots.drop(1)
        return copy(parts = parts.map { it.at(left.first()) }, spots = left, isSent = false)
    }

    /** A line of the outbox. */
    val json: Map<String, Any?>
        get() = mapOf(
            "key" to key, "tap" to tap, "context" to context, "spots" to spots, "section" to section, "created" to created,
            "ownID" to hasOwnID, "sent" to isSent,
            "parts" to parts.map {
                val known = mapOf("operation" to it.operation, "id" to it.id, "revision" to it.revision, "section" to it.section)
                if (it.value == null) known else known + ("value" to it.value.tree)
            }
        )

    companion object {
        fun of(json: Map<String, Any?>) = PendingWrite(
            json.text("key"),
            json.children("parts").map { part ->
                Part(
                    part.child("operation"), part["id"] as String?, (part["revision"] as Number?)?.toLong(),
                    if ("value" in part) JSONValue(part["value"]) else null, part["section"] as String?
                )
            },
            json["tap"] as String?, json.child("context"), json.children("spots"), json["section"] as String?, json["created"] as String?,
            json["ownID"] as Boolean, json["sent"] as Boolean
        )
    }
}

/** As a segment of a path: all but RFC 3986's unreserved characters, byte by byte. */
internal fun String.percentEncoded(): String {
    val out = StringBuilder()
    for (byte in toByteArray(Charsets.UTF_8)) {
        val code = byte.toInt() and 0xFF
        val isPlain = code in 0x30..0x39 || code in 0x41..0x5A || code in 0x61..0x7A || code == 0x2D || code == 0x2E || code == 0x5F || code == 0x7E
        if (isPlain) out.append(code.toChar()) else out.append('%').append(Integer.toHexString(0x100 or code).substring(1))
    }
    return out.toString()
}
