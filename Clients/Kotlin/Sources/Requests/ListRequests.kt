package sectional

import java.io.IOException
import java.util.concurrent.Callable
import java.util.concurrent.ExecutionException
import java.util.concurrent.Future

/** All sections of a version. */
internal class LoadedSections(val version: Long, val sections: List<Map<String, Any?>>, val created: String?)

/** A window of the flat list. */
internal class ItemPage(val offset: Int, val items: List<Item>, val paths: List<IndexPath>)

/** The requests about one list, and their answers read. All block. */
internal class ListRequests(val service: SectionalService, list: String, val options: ListOptions, val coder: ValueCoder<*>) {
    private val id = list.percentEncoded()
    private val path = "lists/$id"
    private val headers = options.acceptedCells?.let { mapOf("Accept-Cell-Types" to it.joinToString(", ")) } ?: emptyMap()

    private fun get(query: String) = service.send("GET", "$path$query", headers)

    /** JSON that is not the contract's is a failure for good; a text that is no JSON comes from something in between. */
    private fun <Answer> read(response: TransportResponse, body: (Map<String, Any?>) -> Answer): Answer =
        reading(String(response.body, Charsets.UTF_8), body)

    private fun <Answer> reading(text: String, body: (Map<String, Any?>) -> Answer): Answer {
        val json = try {
            JSON.read(text)
        } catch (error: JSONException) {
            throw IOException(error.message)
        }
        try {
            @Suppress("UNCHECKED_CAST")
            return body(json as Map<String, Any?>)
        } catch (error: RuntimeException) {
            throw ListFailure.Decoding(error)
        }
    }

    /** An answer may be about another list of this id than the one that is shown. */
    private fun check(response: TransportResponse, created: String?) {
        val now = response.headers["list-created"]
        if (created != null && now != null && now != created) throw ListFailure.OtherHistory
    }

    /** The list's own properties, of the newest version. Those of a later version than the screen's come again with its changes. */
    fun info(): Map<String, Any?> = read(get("")) { it }

    /** All sections of a version, or of the head; the pages after the first come four at a time. */
    fun sections(version: Long?): LoadedSections {
        val first = get(sections(0, SECTIONS, version))
        val created = first.headers["list-created"]
        return read(first) { page ->
            val at = page.number("version")
            val total = page.count("sectionCount")
            val all = ArrayList(page.children("sections"))
            val starts = (all.size until total step SECTIONS).toList()
            if (all.isEmpty() && total > 0) throw IOException("a page without sections")
            for (some in starts.chunked(4)) {
                val pages = some.map { start -> Background.pool.submit(Callable { sections(start, minOf(SECTIONS, total - start), at, created) }) }
                for (one in pages) all.addAll(wait(one))
            }
            if (all.size != total) throw IOException("${all.size} sections of $total")
            if (version != null && at != version) throw IOException("version $at for $version")
            LoadedSections(at, all.map { section -> section.also { it.count("itemCount") } }, created)
        }
    }

    private fun <Result> wait(future: Future<Result>): Result = try {
        future.get()
    } catch (error: ExecutionException) {
        throw error.cause ?: error
    }

    /** A page may close before its limit. */
    private fun sections(offset: Int, count: Int, version: Long, created: String?): List<Map<String, Any?>> {
        val all = ArrayList<Map<String, Any?>>()
        while (all.size < count) {
            val response = get(sections(offset + all.size, count - all.size, version))
            check(response, created)
            val page = read(response) { it.children("sections") }
            if (page.isEmpty()) break
            all.addAll(page)
        }
        return all
    }

    private fun sections(offset: Int, limit: Int, version: Long?) =
        "/sections?offset=$offset&limit=$limit" + if (version == null) "" else "&at=$version"

    /** `List-Created` of the list that is there now. */
    fun created(): String? = get(sections(0, 1, null)).headers["list-created"]

    fun items(offset: Int, limit: Int, version: Long, created: String?) = items("offset=$offset&limit=$limit", version, created)

    /** The rows around an item at a version. */
    fun itemsAround(id: String, limit: Int, version: Long, created: String?) = items("around=@${id.percentEncoded()}&limit=$limit", version, created)

    /** The items of a version that have all words of a text, from an offset on; null in the place of a count that is not known. */
    fun search(text: String, offset: Int, limit: Int, version: Long, created: String?): Pair<List<Item>, Int?> {
        val response = get("/search?q=${text.percentEncoded()}&offset=$offset&limit=$limit&at=$version")
        check(response, created)
        return read(response) { page ->
            Pair(page.children("items").map { Item(it, coder) }, if (page["itemCount"] == null) null else page.count("itemCount"))
        }
    }

    private fun items(query: String, version: Long, created: String?): ItemPage {
        val response = get("/items?$query&at=$version")
        check(response, created)
        return read(response) { page ->
            val items = page.children("items")
            ItemPage(page.count("offset"), items.map { Item(it, coder) }, items.map { it.path("indexPath") })
        }
    }

    fun changes(since: Long, to: Long, created: String?): Change {
        val response = get("/changes?since=$since&to=$to&max=$MOST_OPERATIONS${of(created)}")
        check(response, created)
        return read(response) { Change(it, coder) }
    }

    private fun of(created: String?) = if (created == null) "" else "&created=${created.percentEncoded()}"

    /** The list's event stream, from a version on. */
    fun open(since: Long, created: String?): TransportStream {
        val pace = options.every?.let { "&every=$it" }.orEmpty()
        return open("$path/events?max=$MOST_OPERATIONS$pace${of(created)}", headers + ("Last-Event-ID" to "$since"))
    }

    /** The stream that says when the list is made. */
    fun openForMissing(): TransportStream = open("events?lists=$id&max=1", emptyMap())

    private fun open(path: String, headers: Map<String, String>) =
        service.open(path, headers + ("Accept" to "text/event-stream"), LONGEST_SILENCE)

    fun change(event: ServerEvent): Change = reading(event.data) { Change(it, coder) }

    fun version(event: ServerEvent): Long = reading(event.data) { it.number("version") }

    /** The end of a section at the head, for an item that moves there: a move has no other name for it. */
    fun end(section: String, item: String): List<Int> {
        val (index, count) = read(get("/sections/@${section.percentEncoded()}")) { Pair(it.count("index"), it.count("itemCount")) }
        val from = read(get("/items/@${item.percentEncoded()}")) { it.path("indexPath") }
        return listOf(index, if (from.section == index) count - 1 else count)
    }

    fun send(write: PendingWrite): PendingWrite.Answer {
        val response = service.send("POST", "$path/${write.tap ?: "batch"}", mapOf("Idempotency-Key" to write.key), write.body)
        // Something between here and the server may answer anything with 200.
        val version = response.headers["list-version"]?.toLongOrNull() ?: throw IOException("an answer without List-Version")
        val revisions = HashMap<String, Long>()
        if (write.tap == null) {
            // A long answer comes without its body where it comes again: what was changed has that version as its revision.
            for (part in write.parts) if (part.value != null && part.id != null) revisions[part.id] = version
            if (response.body.isNotEmpty()) {
                val results = read(response) { it["results"] as List<*> }
                for ((part, result) in write.parts.zip(results)) {
                    val revision = (result as? Map<*, *>)?.get("revision") as? Number
                    if (part.id != null && revision != null) revisions[part.id] = revision.toLong()
                }
            }
        }
        return PendingWrite.Answer(version, revisions, response.headers["list-created"])
    }

    private companion object {
        const val SECTIONS = 500
        /** The most operations of one change that come as stages; beyond it the list is loaded anew. */
        const val MOST_OPERATIONS = 10_000
        /** Milliseconds without a byte after which a stream counts as lost; the server sends something every 15 s. */
        const val LONGEST_SILENCE = 45_000
    }
}
