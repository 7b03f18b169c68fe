import java.io.File
import java.net.HttpURLConnection
import java.net.URL
import java.util.Random
import java.util.concurrent.Executor
import java.util.concurrent.Executors
import java.util.concurrent.FutureTask
import sectional.ConnectionState
import sectional.IndexPath
import sectional.JSON
import sectional.JSONNumber
import sectional.ListFailure
import sectional.ListObserver
import sectional.ListOptions
import sectional.ListRefusal
import sectional.PlainValues
import sectional.RemoteDataProvider
import sectional.SectionalService

/**
 * An app in front of a server: a provider, the strict view that shows it, and the hand that scrolls and edits. Each word of its task is a line
 * on its output when it is done.
 *
 * @param port the server's, or that of a network in front of it.
 * @param folder for its cache, and for files by which the test says how far it is.
 */
class FollowedApp(port: Int, private val folder: String) {
    private val thread = Executors.newSingleThreadExecutor { work -> Thread(work).also { it.isDaemon = true } }
    /** The first thing that went wrong on it. */
    @Volatile
    private var failure: Throwable? = null
    private val main = Executor { work ->
        thread.execute {
            try {
                work.run()
            } catch (error: Throwable) {
                if (failure == null) failure = error
            }
        }
    }
    private val provider = RemoteDataProvider(
        SectionalService("http://127.0.0.1:$port"), "a", main, PlainValues, ListOptions(keep = 1_000_000, cache = File(folder))
    )
    private val view = StrictView({ provider.rowCount }, ::shown)
    private val random = Random()
    private var reloads = 0
    private var changes = 0
    private var edits = 0
    private val outcomes = java.util.TreeMap<String, Int>()
    private val refusals = ArrayList<String>()

    private fun shown(): List<Shown?> = (0 until provider.rowCount).map { position ->
        val path = provider.indexPath(position)
        if (path.row < 0) {
            provider.section(path.section).let { Shown(it.id, listOf(it.header, it.isDeleted, it.isPending)) }
        } else {
            provider.loadedRow(path)?.let { Shown(it.id, listOf(it.json.text, it.isDeleted, it.isPending)) }
        }
    }

    private val observer = object : ListObserver {
        override fun onReload(anchor: Int?) {
            reloads += 1
            check(anchor == null || anchor in 0 until provider.rowCount)
            view.reload()
        }

        override fun onInserted(position: Int, count: Int) = view.onInserted(position, count)
        override fun onRemoved(position: Int, count: Int) = view.onRemoved(position, count)
        override fun onMoved(from: Int, to: Int) = view.onMoved(from, to)

        override fun onChanged(position: Int, count: Int) {
            view.onChanged(position, count)
            changes += 1
            // Between two callbacks of one change the rows are not all told of yet, so it is looked at afterwards.
            if (changes % 50 == 0) main.execute { view.verify() }
        }

        override fun onRefused(refusal: ListRefusal) {
            val failure = refusal.failure
            refusals.add("${failure.javaClass.simpleName} ${(failure as? ListFailure.Conflict)?.current?.text} ${JSON.write(refusal.operations)}")
        }
    }

    /** Does something on the main thread, and waits for it. */
    private fun <Result> on(body: () -> Result): Result {
        val task = FutureTask(body)
        main.execute(task)
        failure?.let { throw IllegalStateException("the app failed", it) }
        return task.get()
    }

    private fun wait(what: String, seconds: Int = 60, holds: () -> Boolean) {
        val deadline = System.nanoTime() + seconds * 1_000_000_000L
        while (!on(holds)) {
            check(System.nanoTime() < deadline) { "$what never came; ${on { provider.state }}, version ${on { provider.version }}" }
            Thread.sleep(10)
        }
    }

    fun run(tasks: List<String>): String {
        on { provider.add(observer) }
        on { provider.start() }
        for (task in tasks) {
            val words = task.split("=")
            when (words[0]) {
                "loaded" -> wait("the list") { provider.version > 0 && provider.state == ConnectionState.Live }
                "offline" -> wait("the cached list") { provider.version > 0 }
                "all" -> loadAll()
                "play" -> play(words[1])
                "compare" -> compare(words[1].toInt())
                "find" -> find(words[1])
                "edit" -> edit()
                "sent" -> wait("the answers", 60) { File(folder).walk().filter { it.name == "outbox" }.all { it.length() == 0L } }
                "kept" -> keep()
                "wait" -> Thread.sleep(1_000_000)
                "refused" -> wait("a refusal") { refusals.isNotEmpty() }
            }
            println(task)
        }
        return on { figures() }
    }

    private fun figures() = "version ${provider.version}, ${view.operations} operations, $reloads reloads, $edits edits $outcomes $refusals"

    private fun keep() {
        val isDone = java.util.concurrent.CountDownLatch(1)
        on { provider.stop { isDone.countDown() } }
        isDone.await()
        on { provider.start() }
    }

    // The hand.

    /** Scrolls, jumps, and edits what is shown, until there is a file. */
    private fun play(until: String) {
        var top = 0
        while (!File(folder, until).exists()) {
            on {
                if (provider.rowCount > 0) {
                    top = if (random.nextInt(20) == 0) random.nextInt(provider.rowCount) else (top + random.nextInt(15)) % provider.rowCount
                    provider.setVisible(top..minOf(top + 12, provider.rowCount - 1))
                    for (position in top until minOf(top + 12, provider.rowCount)) {
                        provider.indexPath(position).let { if (it.row >= 0) provider.row(it) }
                    }
                    editOne()
                }
                if (random.nextInt(40) == 0) provider.reconnect()
            }
            Thread.sleep(40)
        }
        wait("the answers to the edits", 90) { edits == outcomes.values.sum() }
    }

    private fun editOne() {
        if (edits - outcomes.values.sum() >= 8 || provider.itemCountOfAll() == 0) return
        val path = IndexPath(random.nextInt(provider.sectionCount), random.nextInt(60))
        val row = provider.loadedRow(path) ?: return
        val value = row.value as? Map<*, *> ?: return
        edits += 1
        val done = { failure: ListFailure? ->
            val name = failure?.let { it.javaClass.simpleName } ?: "done"
            outcomes[name] = (outcomes[name] ?: 0) + 1
        }
        val section = provider.section(path.section)
        when (random.nextInt(16)) {
            0 -> provider.delete(row, done)
            1 -> provider.insert(mapOf("title" to "new $edits", "n" to 0), path, done = done)
            2 -> provider.move(row, IndexPath(random.nextInt(provider.sectionCount), random.nextInt(5)), done)
            3 -> provider.batch(done) {
                update(row, value + ("title" to "batch $edits"))
                insert(mapOf("title" to "beside $edits", "n" to 0), path)
            }
            4 -> {
                provider.select(row, mapOf("edit" to edits))
                done(null)
            }
            5 -> provider.insertSection(random.nextInt(provider.sectionCount + 1), "own $edits", done = done)
            6 -> provider.updateSection(section, header = "edit $edits", metadata = mapOf("by" to "app"), done = done)
            7 -> provider.moveSection(section, random.nextInt(provider.sectionCount), done)
            8 -> if (random.nextInt(4) == 0) provider.deleteSection(section, done) else provider.updateSection(section, footer = edits, done = done)
            else -> provider.update(row, value + ("title" to "edit $edits"), done)
        }
    }

    /** One edit of each kind; nobody waits for the answers. */
    private fun edit() {
        wait("rows") { provider.loadedRow(IndexPath(0, 9)) != null }
        on {
            val rows = (0..9).map { provider.loadedRow(IndexPath(0, it))!! }
            val first = rows[0].value as Map<*, *>
            provider.update(rows[0], first + ("title" to "once"))
            provider.update(provider.loadedRow(IndexPath(0, 0))!!, first + ("title" to "twice"))
            provider.replace(rows[1], "whole")
            provider.delete(rows[2])
            provider.insert(mapOf("title" to "inserted"), IndexPath(0, 4), id = "fresh")
            provider.insert(listOf(1), IndexPath(1, 50))
            provider.move(rows[5], IndexPath(0, 8))
            provider.select(rows[6], mapOf("from" to "app"))
            provider.batch {
                update(rows[7], mapOf("n" to 7))
                delete(rows[8])
            }
            provider.insertSection(provider.sectionCount, "Own", id = "own")
            provider.insert("in it", IndexPath(provider.sectionCount - 1, 0))
            provider.updateSection(provider.section(1), footer = "edited")
            provider.moveSection(provider.section(provider.sectionCount - 1), 2)
            provider.deleteSection(provider.section(4))
            val sections = listOf(1, 2, 4).map { provider.section(it) }
            check(sections.all { it.isPending } && sections[2].isDeleted && provider.sectionCount == 21)
            check(sections[0].footer == "edited" && sections[1].id == "own" && sections[1].header == "Own")
            val shown = listOf(0, 1, 2, 7).map { provider.loadedRow(IndexPath(0, it))!! }
            check(shown.all { it.isPending } && shown[2].isDeleted && (shown[0].value as Map<*, *>)["title"] == "twice")
            check(shown[1].value == "whole" && shown[3].json.text == "{\"n\":7}") { shown[3].json.text }
            val placed = listOf(IndexPath(0, 4), IndexPath(0, 8), IndexPath(2, 0)).map { provider.loadedRow(it)!! }
            check(placed.all { it.isPending } && placed[0].id == "fresh" && placed[1].id == rows[5].id && placed[2].value == "in it") { "$placed" }
        }
    }

    /** Finds an item by its words, goes there, and has its row. */
    private fun find(text: String) {
        var id: String? = null
        var path: IndexPath? = null
        on {
            provider.search(text) { hits, error ->
                id = hits?.rows?.firstOrNull()?.id
                check(error == null && hits?.count == hits?.rows?.size) { "$error" }
                provider.load(id!!) { found, failed ->
                    check(failed == null) { "$failed" }
                    path = found
                }
            }
        }
        wait("what is found") { path != null }
        on { check(provider.loadedRow(path!!)?.id == id) { "$id is not at $path" } }
    }

    // The end.

    private fun loadAll() {
        var asked = 0
        wait("every row") {
            val missing = (0 until provider.rowCount).map { provider.indexPath(it) }.filter { it.row >= 0 && provider.loadedRow(it) == null }
            if (asked++ % 20 == 0) for (path in missing.take(2_000)) provider.row(path)
            missing.isEmpty()
        }
    }

    private fun get(port: Int, path: String): String =
        (URL("http://127.0.0.1:$port/lists/a$path").openConnection() as HttpURLConnection).inputStream.use { it.reader().readText() }

    /** Waits until the screen is at the head, loads every row, and compares all with an export of that version. */
    private fun compare(port: Int) {
        val head = ((JSON.read(get(port, "")) as Map<*, *>)["version"] as Number).toLong()
        wait("version $head") { provider.version >= head }
        loadAll()
        wait("what is pending") { shown().none { (it?.detail as? List<*>)?.get(2) == true } }
        on { view.verify() }
        val version = on { provider.version }
        val expected = ArrayList<String>()
        for (line in get(port, "/export?at=$version").lines()) {
            val json = if (line.isEmpty()) continue else JSON.read(line) as Map<*, *>
            (json["section"] as Map<*, *>?)?.let { expected.add("${it["id"]} ${it["header"]}") }
            (json["item"] as Map<*, *>?)?.let { expected.add("${it["id"]} ${JSON.write(it["value"])}") }
        }
        val rows = on {
            check(provider.version == version)
            (0 until provider.rowCount).map { position ->
                val path = provider.indexPath(position)
                if (path.row < 0) {
                    provider.section(path.section).let { "${it.id} ${it.header}" }
                } else {
                    provider.loadedRow(path)!!.let { "${it.id} ${it.json.text}" }
                }
            }
        }
        check(rows.size == expected.size) { "${rows.size} rows, the export has ${expected.size}" }
        for ((index, row) in rows.withIndex()) check(row == expected[index]) { "$index is $row, the export has ${expected[index]}" }
    }
}

private fun RemoteDataProvider<*>.itemCountOfAll() = rowCount - sectionCount
