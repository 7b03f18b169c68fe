package sectional

/**
 * Follows one list: what has happened goes in, what to do comes out. It knows no network, no clock and no item.
 *
 * Two things go on beside each other: the content, which leads the screen from version to version without a gap, and the link, which is the
 * event stream. A number on each load and stream tells what comes late from what was asked for last.
 */
internal class ListSession {
    private enum class Content { NONE, RESTORING, OPENING, SHOWN, MISSING, CATCHING_UP }
    enum class Link { CLOSED, CONNECTING, LIVE, WAITING, ENDED }

    private var content = Content.NONE
    /** The version that is loaded; null is the head. */
    private var wanted: Long? = null
    var link = Link.CLOSED
        private set
    /** The version that was handed to the screen last. */
    var version = 0L
        private set
    private var loads = 0
    var streams = 0
        private set
    private val backoff = Backoff()
    /** Seconds that the server wants to pass before the next connection. */
    private var leastWait = 0.0
    private var openedAt = 0L
    /** Loads after content that could not be followed, and when the last was. */
    private val reopenings = Backoff()
    private var reopenedAt = 0L
    /** When what is shown was kept, until the server has been reached. */
    private var cachedAt: Long? = null

    /** Whether there is a list, as far as anybody knows. */
    val hasList get() = content != Content.NONE && content != Content.MISSING && content != Content.RESTORING

    /**
     * @param now milliseconds since some moment.
     * @param random in 0..<1.
     */
    fun handle(event: SessionEvent, now: Long, random: Double): List<SessionAction> = when (event) {
        is SessionEvent.Start -> start()
        is SessionEvent.Stop -> stop()
        is SessionEvent.Reachable -> reachable()
        is SessionEvent.Timer -> if (link == Link.WAITING) proceed() else emptyList()
        is SessionEvent.Restored -> restored(event.version, event.at)
        is SessionEvent.Loaded -> if (event.load == loads) loaded(event.version) else emptyList()
        is SessionEvent.LoadFailed -> if (event.load == loads) failed(event.failure, now, random) else emptyList()
        is SessionEvent.CaughtUp -> if (event.load == loads) caughtUp(event) else emptyList()
        is SessionEvent.Misfit -> if (link == Link.ENDED || content == Content.MISSING) emptyList() else reopen(now, random)
        else -> handleStream(event, now, random)
    }

    private fun handleStream(event: SessionEvent, now: Long, random: Double): List<SessionAction> = when {
        event is SessionEvent.StreamOpened && event.stream == streams -> opened(now)
        event is SessionEvent.StreamEnded && event.stream == streams -> streamEnded(event.failure, now, random)
        event is SessionEvent.Changed && event.stream == streams -> {
            backoff.reset()
            changed(event)
        }
        event is SessionEvent.Reset && event.stream == streams -> {
            backoff.reset()
            open(event.version)
        }
        event is SessionEvent.Retry && event.stream == streams -> {
            leastWait = event.seconds
            emptyList()
        }
        event is SessionEvent.Deleted && event.stream == streams -> miss()
        event is SessionEvent.Made && event.stream == streams -> made()
        else -> emptyList()
    }

    // Start and end.

    private fun start(): List<SessionAction> = when {
        content == Content.NONE && link == Link.CLOSED -> {
            content = Content.RESTORING
            listOf(SessionAction.Restore)
        }
        link == Link.CLOSED || link == Link.WAITING -> reachable()
        link == Link.ENDED -> {
            link = Link.CLOSED
            proceed()
        }
        else -> emptyList()
    }

    private fun stop(): List<SessionAction> {
        if (link == Link.ENDED) return emptyList()
        link = Link.CLOSED
        streams += 1
        loads += 1
        if (content == Content.RESTORING) content = Content.NONE
        return listOf(SessionAction.CloseStream, SessionAction.Tell(ConnectionState.Idle))
    }

    private fun reachable(): List<SessionAction> {
        if (link != Link.WAITING && link != Link.CLOSED || content == Content.RESTORING) return emptyList()
        backoff.reset()
        return proceed()
    }

    private fun restored(version: Long?, at: Long): List<SessionAction> {
        if (content != Content.RESTORING) return emptyList()
        if (version == null) return open(null)
        content = Content.SHOWN
        this.version = version
        cachedAt = at
        return listOf(SessionAction.Show) + proceed()
    }

    private fun end(failure: ListFailure): List<SessionAction> {
        link = Link.ENDED
        streams += 1
        loads += 1
        return listOf(SessionAction.CloseStream, SessionAction.Tell(ConnectionState.Ended(failure)))
    }

    /** Goes on with whatever is missing, after a pause. */
    private fun proceed(): List<SessionAction> = when (content) {
        Content.RESTORING -> emptyList()
        Content.NONE -> open(null)
        Content.OPENING -> open(wanted)
        Content.SHOWN, Content.MISSING -> connect()
        Content.CATCHING_UP -> {
            // The stream brings what was missing.
            content = Content.SHOWN
            listOf(SessionAction.DropHeld) + connect()
        }
    }

    // Link.

    /** Until the server has been reached, what an earlier run kept is said to be that. */
    private fun tell(state: ConnectionState) = SessionAction.Tell(cachedAt?.let { ConnectionState.Offline(it) } ?: state)

    private fun connect(): List<SessionAction> {
        link = Link.CONNECTING
        streams += 1
        val stream = if (content == Content.MISSING) SessionAction.AwaitList(streams) else SessionAction.OpenStream(version, streams)
        return listOf(tell(ConnectionState.Connecting), stream)
    }

    private fun opened(now: Long): List<SessionAction> {
        link = Link.LIVE
        cachedAt = null
        openedAt = now
        if (content == Content.SHOWN) return listOf(SessionAction.Tell(ConnectionState.Live))
        if (content != Content.MISSING) return emptyList()
        // The list may have been made before the stream was there.
        loads += 1
        return listOf(SessionAction.Load(null, loads))
    }

    /** A server that takes each request and hangs up at once is not well: only a stream that has lived ends the waiting longer and longer. */
    private fun streamEnded(failure: SessionFailure?, now: Long, random: Double): List<SessionAction> {
        if (link == Link.LIVE && now - openedAt >= SHORT_LIFE) backoff.reset()
        link = Link.CONNECTING
        return failed(failure ?: SessionFailure.Network(), now, random)
    }

    /** Loads the head: at once the first time in a minute, then after pauses. */
    private fun reopen(now: Long, random: Double): List<SessionAction> {
        if (link == Link.CLOSED) {
            // The next start loads it.
            content = Content.OPENING
            wanted = null
            return emptyList()
        }
        if (now - reopenedAt > 60_000) reopenings.reset()
        reopenedAt = now
        val isFirst = reopenings.attempts == 0
        val pause = reopenings.next(random)
        if (isFirst) return open(null)
        content = Content.OPENING
        wanted = null
        return wait(now, pause)
    }

    private fun wait(now: Long, seconds: Double): List<SessionAction> {
        val until = now + (seconds * 1_000).toLong()
        link = Link.WAITING
        streams += 1
        loads += 1
        return listOf(
            SessionAction.CloseStream, SessionAction.DropHeld, tell(ConnectionState.Waiting(until)), SessionAction.Wait(until)
        )
    }

    private fun failed(failure: SessionFailure, now: Long, random: Double): List<SessionAction> = when {
        failure is SessionFailure.Network -> {
            // Not all clients of a server that was started again at one moment.
            wait(now, backoff.next(random, maxOf(failure.retryAfter, leastWait * (1 + random / 2))))
        }
        failure is SessionFailure.Final && failure.failure === ListFailure.ListNotFound -> when {
            content != Content.MISSING -> miss()
            // The stream will say when there is one.
            link == Link.LIVE -> listOf(SessionAction.Tell(ConnectionState.Missing))
            else -> end(failure.failure)
        }
        failure is SessionFailure.Final -> end(failure.failure)
        else -> reopen(now, random)
    }

    // Content.

    /** Loads all anew. The stream goes on where there is one, and its changes wait. */
    private fun open(version: Long?): List<SessionAction> {
        content = Content.OPENING
        wanted = version
        loads += 1
        if (link != Link.LIVE) link = Link.CONNECTING
        return listOf(tell(ConnectionState.Connecting), SessionAction.Load(version, loads))
    }

    private fun loaded(version: Long): List<SessionAction> {
        val wasMissing = content == Content.MISSING
        if (!wasMissing && content != Content.OPENING) return emptyList()
        content = Content.SHOWN
        this.version = version
        if (link == Link.LIVE && !wasMissing) {
            return listOf(SessionAction.Show, SessionAction.Tell(ConnectionState.Live), SessionAction.ReplayHeld)
        }
        link = Link.CONNECTING
        streams += 1
        return listOf(SessionAction.Show, SessionAction.DropHeld, SessionAction.OpenStream(version, streams))
    }

    private fun changed(change: SessionEvent.Changed): List<SessionAction> {
        if (content != Content.SHOWN) return listOf(SessionAction.Hold)
        if (change.to <= version) return emptyList()
        if (change.reload) return open(change.to)
        if (change.from != version) {
            content = Content.CATCHING_UP
            loads += 1
            return listOf(SessionAction.CatchUp(version, change.to, loads), SessionAction.Hold)
        }
        version = change.to
        return listOf(SessionAction.Show)
    }

    private fun caughtUp(change: SessionEvent.CaughtUp): List<SessionAction> {
        if (content != Content.CATCHING_UP) return emptyList()
        if (change.reload || change.from != version) return open(change.to)
        content = Content.SHOWN
        version = change.to
        if (link != Link.LIVE) return listOf(SessionAction.Show, SessionAction.DropHeld)
        return listOf(SessionAction.Show, SessionAction.Tell(ConnectionState.Live), SessionAction.ReplayHeld)
    }

    // A list that is not there.

    /** Waits for somebody to make the list, with one stream and without asking for it again. */
    private fun miss(): List<SessionAction> {
        content = Content.MISSING
        link = Link.CONNECTING
        cachedAt = null
        loads += 1
        streams += 1
        return listOf(
            SessionAction.DropHeld, SessionAction.RemoveCache, SessionAction.Tell(ConnectionState.Missing), SessionAction.AwaitList(streams)
        )
    }

    private fun made(): List<SessionAction> {
        backoff.reset()
        link = Link.CLOSED
        streams += 1
        return listOf(SessionAction.CloseStream) + open(null)
    }

    private companion object {
        /** Milliseconds of life by which a stream counts as one that works. */
        const val SHORT_LIFE = 10_000
    }
}
