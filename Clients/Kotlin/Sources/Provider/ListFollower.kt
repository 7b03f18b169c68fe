package sectional

import java.io.IOException
import java.io.InputStreamReader
import java.util.ArrayDeque
import java.util.concurrent.Executor
import java.util.concurrent.Semaphore
import java.util.concurrent.TimeUnit

/** Follows a list over the network: does what its session says, and hands the screen what comes. */
internal class ListFollower(private val screen: ListScreen, private val requests: ListRequests, private val main: Executor) {
    /** A matter of other parts. */
    enum class Notice { RESTORE, CONNECTED, OTHER_LIST, REMOVED }

    private class Connection {
        @Volatile var stream: TransportStream? = null
        @Volatile var isClosed = false
        /** Events that the screen has not taken yet. */
        val room = Semaphore(8)

        fun close() {
            isClosed = true
            // Android lets no socket be closed on the main thread.
            Background.pool.execute { stream?.close() }
            room.release(Int.MAX_VALUE / 2)
        }
    }

    /** The content of an event, for the actions that show or hold it. */
    private class Content(val change: Change?, val model: ListModel? = null, val anchor: IndexPath? = null)

    val session = ListSession()
    var state: ConnectionState = ConnectionState.Idle
        private set
    /** `List-Created` of the list that is shown, or about to be. */
    var created: String? = null
    /** The same, of an answer since the connection was there. */
    var confirmed: String? = null
    private var held = ArrayList<Change>()
    private var connection: Connection? = null
    private var timers = 0
    /** How many wait for rows of the version on the screen, and what comes meanwhile. */
    private var holders = 0
    private val delayed = ArrayDeque<() -> Unit>()
    var notify: (Notice) -> Unit = {}

    /** Whether there is a list that may be asked for rows. */
    val mayAsk get() = session.hasList && session.link != ListSession.Link.ENDED

    fun handle(event: SessionEvent) = handle(event, null)

    private fun handle(event: SessionEvent, content: Content?) {
        for (action in session.handle(event, System.currentTimeMillis(), Math.random())) perform(action, content)
    }

    private fun perform(action: SessionAction, content: Content?) {
        when (action) {
            is SessionAction.Tell -> tell(action.state)
            is SessionAction.Restore -> notify(Notice.RESTORE)
            is SessionAction.Load -> load(action.version, action.load)
            is SessionAction.CatchUp -> catchUp(action.since, action.to, action.load)
            is SessionAction.OpenStream -> {
                val created = created
                read(action.stream, { requests.open(action.since, created) }, ::receive)
            }
            is SessionAction.AwaitList -> read(action.stream, requests::openForMissing, ::receiveOfMissing)
            is SessionAction.CloseStream -> closeStream()
            is SessionAction.Wait -> pause(action.until)
            is SessionAction.Show -> content?.let { show(it) }
            is SessionAction.Hold -> content?.change?.let { hold(it) }
            is SessionAction.ReplayHeld -> replayHeld()
            is SessionAction.DropHeld -> held.clear()
            is SessionAction.RemoveCache -> notify(Notice.REMOVED)
        }
    }

    private fun tell(state: ConnectionState) {
        if (state == this.state) return
        this.state = state
        screen.tell { it.onState(state) }
    }

    private fun show(content: Content) {
        if (content.model != null) screen.show(content.model, content.anchor)
        if (content.change != null && !screen.show(content.change)) handle(SessionEvent.Misfit)
    }

    /** Of more changes than are kept, the last is enough: the session sees the gap before it and asks for what is missing. */
    private fun hold(change: Change) {
        if (held.size >= MOST_HELD) held.clear()
        held.add(change)
    }

    private fun replayHeld() {
        val changes = held
        held = ArrayList()
        for (change in changes) handle(SessionEvent.Changed(change.from, change.to, change.reload, session.streams), Content(change))
    }

    private fun pause(until: Long) {
        timers += 1
        val timer = timers
        later(until - System.currentTimeMillis()) { if (timer == timers) handle(SessionEvent.Timer) }
    }

    private fun later(milliseconds: Long, body: () -> Unit) {
        Background.timer.schedule({ main.execute(body) }, maxOf(0, milliseconds), TimeUnit.MILLISECONDS)
    }

    // Stream.

    private fun closeStream() {
        connection?.close()
        connection = null
    }

    private fun read(stream: Int, open: () -> TransportStream, receive: (ServerEvent, Int) -> () -> Unit) {
        closeStream()
        timers += 1
        val connection = Connection()
        this.connection = connection
        Background.pool.execute {
            var failure: SessionFailure? = null
            try {
                open().use { opened ->
                    connection.stream = opened
                    if (connection.isClosed) return@execute
                    main.execute { if (!connection.isClosed) opened(stream) }
                    read(opened, connection, stream, receive)
                }
            } catch (error: Exception) {
                failure = SessionFailure.of(error)
            }
            main.execute {
                if (!connection.isClosed) {
                    confirmed = null
                    handle(SessionEvent.StreamEnded(failure, stream))
                }
            }
        }
    }

    /** The next event is read when the screen has taken those before it, but for a few. */
    private fun read(opened: TransportStream, connection: Connection, stream: Int, receive: (ServerEvent, Int) -> () -> Unit) {
        val characters = InputStreamReader(opened.body, Charsets.UTF_8)
        val buffer = CharArray(1 shl 13)
        val parser = EventStreamParser()
        var retry: Long? = null
        while (true) {
            val count = characters.read(buffer)
            if (count < 0) return
            for (event in parser.feed(buffer, count)) {
                val take = try {
                    receive(event, stream)
                } catch (error: Exception) {
                    // An event that is not the contract's: the list is loaded anew.
                    { handle(SessionEvent.Misfit) }
                }
                connection.room.acquire()
                main.execute {
                    delayed.add {
                        connection.room.release()
                        if (!connection.isClosed) take()
                    }
                    takeDelayed()
                }
            }
            val wish = parser.retry
            if (wish != null && wish != retry) {
                retry = wish
                main.execute { handle(SessionEvent.Retry(wish / 1_000.0, stream)) }
            }
        }
    }

    /** The version on the screen stays until `release`, but for a list that is loaded anew. */
    fun hold() {
        holders += 1
    }

    fun release() {
        holders -= 1
        takeDelayed()
    }

    private fun takeDelayed() {
        while (holders == 0 && delayed.isNotEmpty()) delayed.remove()()
    }

    private fun opened(stream: Int) {
        handle(SessionEvent.StreamOpened(stream))
        // A stop may have come before.
        if (session.link == ListSession.Link.LIVE) notify(Notice.CONNECTED)
    }

    private fun receive(event: ServerEvent, stream: Int): () -> Unit = when (event.name) {
        "change" -> {
            val change = requests.change(event);
            { handle(SessionEvent.Changed(change.from, change.to, change.reload, stream), Content(change)) }
        }
        "reset" -> {
            val version = requests.version(event);
            { handle(SessionEvent.Reset(version, stream)) }
        }
        "deleted" -> ({ handle(SessionEvent.Deleted(stream)) })
        else -> ({})
    }

    private fun receiveOfMissing(event: ServerEvent, stream: Int): () -> Unit =
        if (event.name == "change" || event.name == "reset") ({ handle(SessionEvent.Made(stream)) }) else ({})

    // Loads.

    /** Shows what an earlier run kept. */
    fun restored(snapshot: SnapshotFile.Snapshot?) {
        if (snapshot == null) return handle(SessionEvent.Restored(null, 0))
        created = snapshot.created
        handle(SessionEvent.Restored(snapshot.model.version, snapshot.savedAt), Content(null, snapshot.model))
    }

    /** Does something on a thread that may wait, and something with its result or failure. */
    private fun <Result> fetch(body: () -> Result, failed: (SessionFailure) -> Unit, done: (Result) -> Unit) {
        Background.pool.execute {
            val then: () -> Unit = try {
                val result = body();
                { done(result) }
            } catch (error: Exception) {
                { failed(SessionFailure.of(error)) }
            }
            main.execute(then)
        }
    }

    private fun catchUp(since: Long, to: Long, load: Int) {
        val created = created
        fetch({ requests.changes(since, to, created) }, { handle(SessionEvent.LoadFailed(it, load)) }) { change ->
            handle(SessionEvent.CaughtUp(change.from, change.to, change.reload, load), Content(change))
        }
    }

    /** Loads all sections, and the rows where the screen is. */
    private fun load(version: Long?, load: Int) {
        val top = screen.topRows
        val focus = screen.focus
        val known = session.version
        fetch({ load(version, top, focus) }, { handle(SessionEvent.LoadFailed(it, load)) }) { (created, content) ->
            val isOther = this.created.let { it != null && created != null && it != created } || content.model!!.version < known
            this.created = created
            confirmed = created
            if (isOther) notify(Notice.OTHER_LIST)
            handle(SessionEvent.Loaded(content.model!!.version, load), content)
        }
    }

    private fun load(version: Long?, top: List<String>, focus: Int): Pair<String?, Content> {
        val info = requests.info()
        val loaded = requests.sections(version)
        val model = ListModel(loaded.sections, loaded.version)
        model.info = info
        var anchor: IndexPath? = null
        try {
            anchor = anchor(loaded, top, focus, model)
        } catch (gone: ListFailure.VersionGone) {
            // Its sections need not mind that the version has left the history.
        }
        return Pair(loaded.created, Content(null, model, anchor))
    }

    /** Loads the rows around the first of these that is there, else around an offset. */
    private fun anchor(loaded: LoadedSections, top: List<String>, focus: Int, model: ListModel): IndexPath? {
        val limit = requests.options.pageSize
        if (focus == 0 && top.isEmpty()) return null
        for (id in if (focus > 0) top else emptyList()) {
            try {
                val page = requests.itemsAround(id, limit, loaded.version, loaded.created)
                model.place(page.items, page.offset)
                return page.items.indexOfFirst { it.id == id }.let { if (it < 0) null else page.paths[it] }
            } catch (gone: ListFailure.Gone) {
                continue
            }
        }
        val page = requests.items(maxOf(0, focus - limit / 2), limit, loaded.version, loaded.created)
        model.place(page.items, page.offset)
        return if (focus == 0 || page.paths.isEmpty()) null else page.paths[page.paths.size / 2]
    }

    private companion object {
        /** Changes that are kept while those before them are loaded. */
        const val MOST_HELD = 10_000
    }
}
