package sectional

/** The state machines, without a network and a clock. */
object SessionTests {
    private class Run {
        val session = ListSession()
        var now = 1_000_000L

        fun handle(event: SessionEvent, vararg expected: SessionAction) {
            val actions = session.handle(event, now, 0.0)
            check(actions == expected.toList()) { "${event.javaClass.simpleName} gives $actions, not ${expected.toList()}" }
        }

        /** Loaded at version 5, and followed. */
        fun live(): Run {
            handle(SessionEvent.Start, SessionAction.Restore)
            handle(SessionEvent.Restored(null, 0), SessionAction.Tell(ConnectionState.Connecting), SessionAction.Load(null, 1))
            handle(SessionEvent.Loaded(5, 1), SessionAction.Show, SessionAction.DropHeld, SessionAction.OpenStream(5, 1))
            handle(SessionEvent.StreamOpened(1), SessionAction.Tell(ConnectionState.Live))
            return this
        }
    }

    fun run(): String {
        following()
        restored()
        gaps()
        reloads()
        lost()
        missing()
        ended()
        late()
        backoff()
        queueOrder()
        ownRevisions()
        repeated()
        failures()
        spots()
        return "sessions pass"
    }

    private fun following() = with(Run().live()) {
        handle(SessionEvent.Changed(5, 6, false, 1), SessionAction.Show)
        handle(SessionEvent.Changed(5, 6, false, 1))
        handle(SessionEvent.Changed(6, 8, false, 1), SessionAction.Show)
        check(session.version == 8L && session.hasList)
        handle(SessionEvent.Stop, SessionAction.CloseStream, SessionAction.Tell(ConnectionState.Idle))
        handle(SessionEvent.Start, SessionAction.Tell(ConnectionState.Connecting), SessionAction.OpenStream(8, 3))
    }

    private fun restored() = with(Run()) {
        handle(SessionEvent.Start, SessionAction.Restore)
        val offline = SessionAction.Tell(ConnectionState.Offline(77))
        handle(SessionEvent.Restored(4, 77), SessionAction.Show, offline, SessionAction.OpenStream(4, 1))
        val until = now + 250
        handle(
            SessionEvent.StreamEnded(SessionFailure.Network(), 1),
            SessionAction.CloseStream, SessionAction.DropHeld, offline, SessionAction.Wait(until)
        )
        handle(SessionEvent.Timer, offline, SessionAction.OpenStream(4, 3))
        handle(SessionEvent.StreamOpened(3), SessionAction.Tell(ConnectionState.Live))
        handle(SessionEvent.Changed(4, 5, false, 3), SessionAction.Show)
    }

    private fun gaps() = with(Run().live()) {
        handle(SessionEvent.Changed(7, 8, false, 1), SessionAction.CatchUp(5, 8, 2), SessionAction.Hold)
        handle(SessionEvent.Changed(8, 9, false, 1), SessionAction.Hold)
        handle(SessionEvent.CaughtUp(5, 8, false, 2), SessionAction.Show, SessionAction.Tell(ConnectionState.Live), SessionAction.ReplayHeld)
        handle(SessionEvent.Changed(7, 8, false, 1))
        handle(SessionEvent.Changed(8, 9, false, 1), SessionAction.Show)
        handle(SessionEvent.Changed(11, 12, false, 1), SessionAction.CatchUp(9, 12, 3), SessionAction.Hold)
        handle(SessionEvent.CaughtUp(9, 12, true, 3), SessionAction.Tell(ConnectionState.Connecting), SessionAction.Load(12, 4))
    }

    private fun reloads() = with(Run().live()) {
        val connecting = SessionAction.Tell(ConnectionState.Connecting)
        handle(SessionEvent.Changed(5, 6, true, 1), connecting, SessionAction.Load(6, 2))
        handle(SessionEvent.Changed(6, 7, false, 1), SessionAction.Hold)
        handle(SessionEvent.Loaded(6, 2), SessionAction.Show, SessionAction.Tell(ConnectionState.Live), SessionAction.ReplayHeld)
        handle(SessionEvent.Changed(6, 7, false, 1), SessionAction.Show)
        handle(SessionEvent.Reset(30, 1), connecting, SessionAction.Load(30, 3))
        // A version that has gone meanwhile: the head, at once the first time, then after a pause.
        handle(SessionEvent.LoadFailed(SessionFailure.VersionGone, 3), connecting, SessionAction.Load(null, 4))
        handle(
            SessionEvent.LoadFailed(SessionFailure.VersionGone, 4), SessionAction.CloseStream, SessionAction.DropHeld,
            SessionAction.Tell(ConnectionState.Waiting(now + 500)), SessionAction.Wait(now + 500)
        )
        handle(SessionEvent.Timer, connecting, SessionAction.Load(null, 6))
        handle(SessionEvent.Loaded(31, 6), SessionAction.Show, SessionAction.DropHeld, SessionAction.OpenStream(31, 3))
        handle(SessionEvent.StreamOpened(3), SessionAction.Tell(ConnectionState.Live))
        now += 70_000
        handle(SessionEvent.Misfit, connecting, SessionAction.Load(null, 7))
    }

    private fun lost() = with(Run().live()) {
        fun waits(milliseconds: Long) = arrayOf(
            SessionAction.CloseStream, SessionAction.DropHeld, SessionAction.Tell(ConnectionState.Waiting(now + milliseconds)),
            SessionAction.Wait(now + milliseconds)
        )
        handle(SessionEvent.Retry(2.0, 1))
        handle(SessionEvent.StreamEnded(null, 1), *waits(2_000))
        handle(SessionEvent.Timer, SessionAction.Tell(ConnectionState.Connecting), SessionAction.OpenStream(5, 3))
        handle(SessionEvent.StreamEnded(SessionFailure.Network(7.0), 3), *waits(7_000))
        handle(SessionEvent.Reachable, SessionAction.Tell(ConnectionState.Connecting), SessionAction.OpenStream(5, 5))
        handle(SessionEvent.Timer)
        handle(SessionEvent.Changed(5, 6, false, 1))
    }

    private fun missing() = with(Run()) {
        handle(SessionEvent.Start, SessionAction.Restore)
        handle(SessionEvent.Restored(null, 0), SessionAction.Tell(ConnectionState.Connecting), SessionAction.Load(null, 1))
        val gone = SessionFailure.Final(ListFailure.ListNotFound)
        handle(
            SessionEvent.LoadFailed(gone, 1), SessionAction.DropHeld, SessionAction.RemoveCache, SessionAction.Tell(ConnectionState.Missing),
            SessionAction.AwaitList(1)
        )
        check(!session.hasList)
        handle(SessionEvent.StreamOpened(1), SessionAction.Load(null, 3))
        handle(SessionEvent.LoadFailed(gone, 3), SessionAction.Tell(ConnectionState.Missing))
        handle(SessionEvent.Made(1), SessionAction.CloseStream, SessionAction.Tell(ConnectionState.Connecting), SessionAction.Load(null, 4))
        handle(SessionEvent.Loaded(1, 4), SessionAction.Show, SessionAction.DropHeld, SessionAction.OpenStream(1, 3))
        handle(SessionEvent.StreamOpened(3), SessionAction.Tell(ConnectionState.Live))
        handle(
            SessionEvent.Deleted(3), SessionAction.DropHeld, SessionAction.RemoveCache, SessionAction.Tell(ConnectionState.Missing),
            SessionAction.AwaitList(4)
        )
    }

    private fun ended() = with(Run().live()) {
        val refusal = ListFailure.Unauthorized(Problem(401, emptyMap()))
        handle(
            SessionEvent.StreamEnded(SessionFailure.Final(refusal), 1), SessionAction.CloseStream,
            SessionAction.Tell(ConnectionState.Ended(refusal))
        )
        handle(SessionEvent.Reachable)
        handle(SessionEvent.Misfit)
        handle(SessionEvent.Stop)
        handle(SessionEvent.Start, SessionAction.Tell(ConnectionState.Connecting), SessionAction.OpenStream(5, 3))
    }

    /** An event of an earlier load or stream comes late, and is nothing. */
    private fun late() = with(Run().live()) {
        handle(SessionEvent.Loaded(9, 0))
        handle(SessionEvent.LoadFailed(SessionFailure.VersionGone, 0))
        handle(SessionEvent.StreamEnded(null, 0))
        handle(SessionEvent.Reset(9, 0))
        handle(SessionEvent.Deleted(0))
        check(session.version == 5L)
    }

    private fun backoff() {
        val backoff = Backoff()
        for (seconds in listOf(0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0)) check(Math.abs(backoff.next(0.9999999) - seconds) < 0.01)
        check(backoff.next(0.0) == 15.0 && backoff.next(0.0, 100.0) == 100.0 && backoff.next(0.0, 1e9) == 3_600.0)
        backoff.reset()
        check(backoff.next(0.0) == 0.25)
    }

    // Writes.

    private val unreachable = java.io.IOException("no network")

    private fun update(key: String, id: String, revision: Long, value: String = "\"v\"") = PendingWrite(
        key,
        listOf(
            PendingWrite.Part(
                mapOf("op" to "updateItem", "item" to "@$id", "value" to JSON.read(value)), id, revision, JSONValue(JSON.read(value))
            )
        )
    )

    private fun problem(status: Int, slug: String, current: String? = null) = ListFailure.of(
        Problem(status, mapOf("type" to "x/$slug", "current" to current?.let { JSON.read(it) }))
    )

    private fun queueOrder() {
        val queue = WriteQueue()
        for (write in listOf(update("1", "a", 1), update("2", "b", 1), update("3", "a", 1))) queue.add(write)
        check(queue.next(0)?.key == "1" && queue.next(0) == null && queue.nextTime(0) == null)
        check(queue.failed("1", unreachable, 0, 0.0) === WriteQueue.Outcome.Waiting)
        check(queue.next(0) == null && queue.nextTime(0) == 250L)
        check(queue.next(250)?.key == "1")
        // An answer that says to come again may be this write's alone: another item's is tried, and none of the same item.
        check(queue.failed("1", problem(503, "unavailable"), 250, 0.0) === WriteQueue.Outcome.Waiting)
        check(queue.next(500)?.key == "2")
        queue.answered("2", PendingWrite.Answer(7, mapOf("b" to 7L)))
        check(queue.next(500) == null && queue.nextTime(500) == 750L && queue.next(750)?.key == "1")
        check(queue.writes.map { it.key } == listOf("1", "3"))
    }

    private fun ownRevisions() {
        val queue = WriteQueue()
        queue.add(update("1", "a", 3))
        queue.add(update("2", "a", 3))
        queue.next(0)
        queue.answered("1", PendingWrite.Answer(9, mapOf("a" to 9L)))
        check(queue.next(0)!!.body.contains("\"ifMatch\":\"r9@a\""))
        queue.answered("2", PendingWrite.Answer(12, mapOf("a" to 12L)))
        // One that was made over the first of them, and one over what somebody else has written.
        queue.add(update("3", "a", 9))
        check(queue.next(0)!!.body.contains("r12@a"))
        queue.answered("3", PendingWrite.Answer(13, mapOf("a" to 13L)))
        queue.add(update("4", "a", 20))
        check(queue.next(0)!!.body.contains("r20@a"))
        // A write that has been sent is sent as it was.
        queue.failed("4", unreachable, 0, 0.0)
        queue.learn(update("x", "a", 20), PendingWrite.Answer(30, mapOf("a" to 30L)))
        check(queue.next(1_000)!!.body.contains("r20@a"))
    }

    /** A refusal of what was sent before may say that it was done then. */
    private fun repeated() {
        val conflict = problem(412, "precondition-failed", """{"revision": 8, "value": "v"}""")
        val other = problem(412, "precondition-failed", """{"revision": 8, "value": "w"}""")
        for ((failure, isDone) in listOf(conflict to true, other to false)) {
            val queue = WriteQueue()
            queue.add(update("1", "a", 3))
            queue.next(0)
            queue.failed("1", unreachable, 0, 0.0)
            queue.next(1_000)
            val outcome = queue.failed("1", failure, 1_000, 0.0)
            check(outcome is WriteQueue.Outcome.Done == isDone && outcome is WriteQueue.Outcome.Refused != isDone)
        }
        val queue = WriteQueue()
        queue.add(update("1", "a", 3))
        queue.next(0)
        val refused = queue.failed("1", conflict, 0, 0.0) as WriteQueue.Outcome.Refused
        check((refused.failure as ListFailure.Conflict).current == JSONValue("v") && queue.writes.isEmpty())
    }

    private fun failures() {
        val queue = WriteQueue()
        queue.add(update("1", "a", 3))
        queue.add(update("2", "b", 3))
        queue.next(0)
        check(queue.failed("1", problem(401, "unauthorized"), 0, 0.0) === WriteQueue.Outcome.Waiting)
        check(queue.next(29_999) == null && queue.nextTime(0) == 30_000L)
        queue.resume()
        check(queue.next(0)?.key == "1")
        check(queue.beginAnew().map { it.key } == listOf("2"))
        check(queue.failed("1", ListFailure.OtherHistory, 0, 0.0) is WriteQueue.Outcome.Refused && queue.writes.isEmpty())
    }

    private fun spots() {
        val spots = listOf(mapOf("before" to "@b"), mapOf("before" to "@c"), emptyMap())
        val insert = PendingWrite(
            "1", listOf(PendingWrite.Part(mapOf("op" to "insertItem", "section" to "@s", "item" to mapOf("value" to 1), "before" to "@b"))),
            spots = spots, section = "s"
        )
        val queue = WriteQueue()
        queue.add(insert)
        val bodies = ArrayList<String>()
        var outcome: WriteQueue.Outcome = WriteQueue.Outcome.Waiting
        while (outcome === WriteQueue.Outcome.Waiting) {
            bodies.add(queue.next(0)!!.body.substringAfter("\"item\":{\"value\":1}"))
            outcome = queue.failed("1", problem(422, "reference-not-found"), 0, 0.0)
        }
        check(bodies == listOf(",\"before\":\"@b\"}]}", ",\"before\":\"@c\"}]}", "}]}")) { "$bodies" }
        check((outcome as WriteQueue.Outcome.Refused).failure is ListFailure.Gone)
    }
}
