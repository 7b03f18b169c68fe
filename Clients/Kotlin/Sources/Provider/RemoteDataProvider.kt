package sectional

import java.io.File
import java.io.IOException
import java.util.UUID
import java.util.concurrent.Executor

/**
 * A list on a server: one version at a time, as one screen sees it. It follows the list, loads the rows that are looked at, and writes.
 *
 * Counts are always exact; items are known where they were looked at. A view has one run of rows: a row for each section's header, and its
 * items below. Positions count these rows.
 *
 * @param main runs one task after another, in order, such as Android's main thread; all methods are called on it, and the observer is.
 * @param coder the app's own type of values.
 */
class RemoteDataProvider<Value>(
    service: SectionalService, val list: String, private val main: Executor, private val coder: ValueCoder<Value>,
    private val options: ListOptions = ListOptions()
) {
    private val requests = ListRequests(service, list, options, coder)
    private val screen = ListScreen(coder)
    private val follower = ListFollower(screen, requests, main)
    private val rows = RowLoader(screen, follower, requests, main)
    private val folder = options.cache?.let { File(it, "sectional/${service.base.percentEncoded()}/${list.percentEncoded()}") }
    private val outbox = folder?.let { OutboxFile.shared(File(it, "outbox")) }
    private val file = folder?.let { SnapshotFile(File(it, "snapshot"), coder) }
    private val snapshots = SnapshotKeeper(file, outbox, screen, follower, options, main)
    private val sender = WriteSender(outbox, snapshots, screen, follower, requests, main)

    /** From here on `observer` is told of changes. */
    fun add(observer: ListObserver) {
        screen.observers.add(observer)
    }

    fun remove(observer: ListObserver) {
        screen.observers.remove(observer)
    }

    init {
        screen.didChange = snapshots::isChanged
        follower.notify = { notice ->
            when (notice) {
                ListFollower.Notice.RESTORE -> Background.pool.execute {
                    val snapshot = file?.read(options.acceptedCells)
                    // The app may have been killed before it forgot what the snapshot has.
                    snapshot?.let { forgetSaved(it.model.version) }
                    val writes = outbox?.writes.orEmpty()
                    main.execute {
                        follower.restored(snapshot)
                        sender.restore(writes)
                    }
                }
                ListFollower.Notice.CONNECTED -> {
                    sender.resume()
                    rows.resume()
                }
                ListFollower.Notice.OTHER_LIST -> sender.beginAnew()
                ListFollower.Notice.REMOVED -> {
                    snapshots.remove()
                    snapshots.forget()
                    screen.forgetAnswered()
                }
            }
        }
    }

    private fun forgetSaved(version: Long) {
        try {
            outbox?.saved(version)
        } catch (error: IOException) {
            // A disk that takes nothing keeps what is not needed.
            return
        }
    }

    // Start and end.

    private var isStarted = false

    /** Shows what an earlier run kept, loads the list, and follows it. */
    fun start() {
        isStarted = true
        sender.resume()
        follower.handle(SessionEvent.Start)
    }

    /** Hangs up, keeps what is shown, and sends nothing more. */
    fun stop(done: () -> Unit = {}) {
        isStarted = false
        follower.handle(SessionEvent.Stop)
        sender.stop()
        snapshots.flush(done)
    }

    /** There is a network again, or the app came to the front: nothing waits any longer. */
    fun reconnect() {
        if (!isStarted) return
        sender.resume()
        follower.handle(SessionEvent.Reachable)
    }

    // The content of the screen.

    /** The version that is shown; 0 before the first. */
    val version get() = screen.model.version
    /** How the list stands to its server. */
    val state get() = follower.state
    /** The list's own properties: `title`, `metadata` and the rest. */
    val info get() = screen.model.info
    /** The parts of a value that a row shows, as they were chosen for everybody. */
    val rowParts get() = RowParts(info)

    /** Sections of the list. */
    val sectionCount get() = screen.model.sections.size

    /** Items of a section, loaded or not. */
    fun itemCount(section: Int) = screen.model.itemCount(section)

    /** A section's id, header, footer and metadata. */
    fun section(index: Int): ListSection = screen.section(index)

    /** Rows of an adapter, headers among them. */
    val rowCount get() = screen.model.rowCount

    /** The item at a position of an adapter; a row of -1 is the section's header. */
    fun indexPath(position: Int) = screen.model.indexPath(position)

    /** The position of an item in an adapter. */
    fun position(at: IndexPath) = screen.model.position(at)

    /** The position of a section's header in an adapter. */
    fun positionOfHeader(section: Int) = screen.model.positionOfHeader(section)

    /** Null while it is not loaded; asking loads the page around it. */
    fun row(at: IndexPath): ListRow<Value>? {
        val row = loadedRow(at)
        if (row == null) rows.want(at)
        return row
    }

    /** Null while it is not loaded, and outside the list. */
    fun loadedRow(at: IndexPath): ListRow<Value>? = screen.row(at)

    /** The positions that somebody sees: what is next is loaded. */
    fun setVisible(positions: IntRange) = rows.look(positions)

    /**
     * Loads the rows around an item, wherever in the list it is. No change is shown meanwhile.
     *
     * @param done is told the item's index path on the screen, or why there is none: an `IOException` where there is no network.
     */
    fun load(around: String, done: (IndexPath?, Exception?) -> Unit) = rows.load(around, done = done)

    /**
     * Finds the items of the version on the screen that have all words of a text, the last one as a beginning. The list's property `search`
     * says which parts of a value are looked at.
     *
     * @param offset of the first hit that is wanted.
     * @param done is told the hits, in the list's order, or why there are none: an `IOException` where there is no network.
     */
    fun search(text: String, offset: Int = 0, limit: Int = options.pageSize, done: (ListHits<Value>?, Exception?) -> Unit) {
        val version = version
        val created = follower.created
        if (version == 0L) return done(null, ListFailure.NotLoaded)
        Background.pool.execute {
            val then: () -> Unit = try {
                val (items, count) = requests.search(text, offset, limit, version, created);
                { done(ListHits(items.map { screen.row<Value>(it, false) }, count), null) }
            } catch (error: Exception) {
                { done(null, error) }
            }
            main.execute(then)
        }
    }

    // Writes. Each is on the screen and on disk at once, waits for a network, over a restart of the app too, and is done once.

    /**
     * Writes the difference to what is shown, on the condition that the item is as it was seen.
     *
     * @param done is told a failure, after the value was taken back; null where the server has it. A lost network is none.
     */
    fun update(row: ListRow<Value>, value: Value, done: (ListFailure?) -> Unit = {}) = batch(done) { update(row, value) }

    /** Writes a value in the place of all that is there. */
    fun replace(row: ListRow<Value>, value: Value, done: (ListFailure?) -> Unit = {}) = batch(done) { replace(row, value) }

    /** The row is marked at once, and goes with the server's change. */
    fun delete(row: ListRow<Value>, done: (ListFailure?) -> Unit = {}) = batch(done) { delete(row) }

    /** Puts an item before the row at an index path, or at the section's end. It shows at once, unless only the server knows its id. */
    fun insert(value: Value, at: IndexPath, id: String? = null, type: String? = null, done: (ListFailure?) -> Unit = {}) =
        batch(done) { insert(value, at, id, type) }

    /** Moves a row to an index path, where it is afterwards. It moves at once. */
    fun move(row: ListRow<Value>, to: IndexPath, done: (ListFailure?) -> Unit = {}) = batch(done) { move(row, to) }

    /**
     * Puts a section before the one at an index, or at the list's end. It shows at once. An item that is inserted into it is sent after it.
     *
     * @param header any value; most often a string.
     * @param id null makes a random one.
     */
    fun insertSection(
        at: Int, header: Any? = null, footer: Any? = null, metadata: Map<String, Any?> = emptyMap(), id: String? = null,
        done: (ListFailure?) -> Unit = {}
    ) = batch(done) { insertSection(at, header, footer, metadata, id) }

    /** Writes other members of a section. What others write to the rest of it stays. */
    fun updateSection(
        section: ListSection, header: Any? = section.header, footer: Any? = section.footer, metadata: Map<String, Any?> = section.metadata,
        done: (ListFailure?) -> Unit = {}
    ) = batch(done) { updateSection(section, header, footer, metadata) }

    /** Moves a section with its rows to an index, where it is afterwards. It moves at once. */
    fun moveSection(section: ListSection, to: Int, done: (ListFailure?) -> Unit = {}) = batch(done) { moveSection(section, to) }

    /** The section and its rows are marked at once, and go with the server's change. */
    fun deleteSection(section: ListSection, done: (ListFailure?) -> Unit = {}) = batch(done) { deleteSection(section) }

    /** Several edits, all or nothing, in one version of the list. */
    fun batch(done: (ListFailure?) -> Unit = {}, build: ListBatch<Value>.() -> Unit) {
        val batch = ListBatch(screen, coder, options.makesItemIDs)
        try {
            batch.build()
        } catch (failure: ListFailure) {
            return done(failure)
        }
        if (batch.parts.isEmpty()) return done(null)
        val isOne = batch.parts.size == 1
        val write = PendingWrite(
            UUID.randomUUID().toString(), batch.parts, spots = if (isOne) batch.spots else emptyList(), section = batch.section,
            hasOwnID = isOne && batch.hasOwnID
        )
        sender.submit(write, done)
    }

    // Taps, by what was on the screen. Kept on disk like writes; they go one after another.

    /** Tells the server that somebody has tapped a row. */
    fun select(row: ListRow<Value>, context: Map<String, Any?> = emptyMap()) = tap("select", row, context)

    fun deselect(row: ListRow<Value>, context: Map<String, Any?> = emptyMap()) = tap("deselect", row, context)

    /** Tells the server of an action of the app's own, such as `share`. */
    fun perform(action: String, row: ListRow<Value>, context: Map<String, Any?> = emptyMap()) =
        tap("actions/${action.percentEncoded()}", row, context)

    private fun tap(action: String, row: ListRow<Value>, context: Map<String, Any?>) = sender.submit(
        PendingWrite(UUID.randomUUID().toString(), emptyList(), "items/@${row.id.percentEncoded()}/$action?at=$version", context)
    ) {}
}

/** Items that a search has found; the count of all hits is null where the server has not counted them. */
class ListHits<Value> internal constructor(val rows: List<ListRow<Value>>, val count: Int?)

/** A section, as the screen shows it. */
class ListSection internal constructor(
    json: Map<String, Any?>, val itemCount: Int,
    /** Whether it shows an edit of this app that the version on the screen does not have. */
    val isPending: Boolean,
    /** Whether this app has deleted it: it goes, with its rows, with the server's change. */
    val isDeleted: Boolean
) {
    val id = json.text("id")
    /** Any value; most often a string. */
    val header = json["header"]
    val footer = json["footer"]
    @Suppress("UNCHECKED_CAST")
    val metadata = (json["metadata"] as Map<String, Any?>?).orEmpty()
}
