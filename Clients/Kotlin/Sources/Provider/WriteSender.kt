package sectional

import java.io.IOException
import java.util.UUID
import java.util.concurrent.Executor
import java.util.concurrent.TimeUnit

/** Sends the writes of one list: keeps each on disk until it is done, shows it meanwhile, and tells whoever made it how it went. */
internal class WriteSender(
    private val outbox: OutboxFile?, private val snapshots: SnapshotKeeper, private val screen: ListScreen, private val follower: ListFollower,
    private val requests: ListRequests, private val main: Executor
) {
    private val queue = WriteQueue()
    private val callbacks = HashMap<String, (ListFailure?) -> Unit>()
    private var isStopped = false
    private var timers = 0

    fun submit(write: PendingWrite, done: (ListFailure?) -> Unit) {
        val seen = write.copy(created = follower.created)
        try {
            outbox?.put(seen)
        } catch (error: IOException) {
            // A tap that the disk does not take is sent all the same.
            if (write.tap == null) return done(ListFailure.Disk(error))
        }
        callbacks[write.key] = done
        queue.add(seen)
        screen.added(seen)
        send()
    }

    /** Takes over what an earlier run of the app has written and no snapshot has. */
    fun restore(writes: List<PendingWrite>) {
        val known = queue.writes.map { it.key }
        for (write in writes) {
            if (write.key in known) continue
            val answer = write.answer
            if (answer == null) queue.add(write) else queue.learn(write, answer)
            if (answer == null || answer.version > screen.model.version) screen.added(write)
        }
        send()
    }

    fun stop() {
        isStopped = true
    }

    /** There is a network again, or somebody has signed in. */
    fun resume() {
        isStopped = false
        queue.resume()
        send()
    }

    /** The list is another: what was written to the one before is refused, and what it has answered has no meaning. */
    fun beginAnew() {
        snapshots.forget()
        screen.forgetAnswered()
        for (write in queue.beginAnew()) refuse(write, ListFailure.OtherHistory)
    }

    private fun send() {
        if (isStopped) return
        val write = queue.next(now()) ?: return sendLater()
        val confirmed = follower.confirmed
        Background.pool.execute {
            val settle: () -> Unit = try {
                val answer = send(write, confirmed);
                { done(write, answer) }
            } catch (error: Exception) {
                { failed(write, error) }
            }
            main.execute(settle)
        }
    }

    private fun send(write: PendingWrite, confirmed: String?): PendingWrite.Answer {
        // A revision of one list, or the id of a neighbour, is that of something else in another.
        if (write.created != null && write.created != confirmed) {
            val now = requests.created()
            if (now != null && now != write.created) throw ListFailure.OtherHistory
        }
        val sent = aimed(write)
        try {
            // The file keeps what is sent as it is sent: a key stands for one request.
            outbox?.put(sent)
            outbox?.synchronize()
        } catch (error: IOException) {
            if (write.tap == null) throw ListFailure.Disk(error)
        }
        return requests.send(sent)
    }

    private fun aimed(write: PendingWrite): PendingWrite {
        val part = write.parts.singleOrNull() ?: return write
        if (part.operation["op"] != "moveItem" || listOf("before", "after", "to").any { it in part.operation }) return write
        return write.copy(parts = listOf(part.at(mapOf("to" to requests.end(write.section!!, part.id!!)))))
    }

    private fun done(write: PendingWrite, answer: PendingWrite.Answer) {
        queue.answered(write.key, answer)
        finish(write.key, answer)
        val made = answer.created ?: return
        if (follower.created.let { it != null && it != made }) follower.handle(SessionEvent.Misfit) else follower.confirmed = made
    }

    /** The server has a write. */
    private fun finish(key: String, answer: PendingWrite.Answer) {
        onDisk { outbox?.answered(key, answer, snapshots.saved) }
        screen.answered(key, answer.version)
        callbacks.remove(key)?.invoke(null)
        send()
    }

    private fun failed(write: PendingWrite, error: Exception) {
        if (error !is ListFailure) follower.confirmed = null
        when (val outcome = queue.failed(write.key, error, now(), Math.random())) {
            is WriteQueue.Outcome.Done -> finish(write.key, outcome.answer)
            is WriteQueue.Outcome.Refused -> {
                refuse(outcome.write, outcome.failure)
                send()
            }
            is WriteQueue.Outcome.Waiting -> send()
        }
    }

    /** Takes a write back, and tells whoever made it. */
    private fun refuse(write: PendingWrite, failure: ListFailure) {
        onDisk { outbox?.remove(listOf(write.key)) }
        screen.refused(write.key)
        val callback = callbacks.remove(write.key)
        when {
            write.tap != null && failure === ListFailure.VersionGone && "?at=" in write.tap -> {
                // The item is told of without the version, which goes into the context.
                val (path, version) = write.tap.split("?at=")
                val context = write.context + ("seenVersion" to JSONNumber(version))
                submit(PendingWrite(UUID.randomUUID().toString(), emptyList(), path, context), callback ?: {})
            }
            callback != null -> callback(failure)
            write.tap == null -> screen.tell { it.onRefused(ListRefusal(write.parts.map { part -> part.operation }, failure)) }
        }
    }

    /** A write that the disk does not forget is sent again at the next start, with its key. */
    private fun onDisk(body: () -> Unit) {
        try {
            body()
        } catch (error: IOException) {
            return
        }
    }

    private fun sendLater() {
        val time = queue.nextTime(now()) ?: return
        timers += 1
        val timer = timers
        Background.timer.schedule({ main.execute { if (timer == timers) send() } }, maxOf(1, time - now()), TimeUnit.MILLISECONDS)
    }

    /** Milliseconds by a clock that goes on whatever the time of day is set to. */
    private fun now() = System.nanoTime() / 1_000_000
}
