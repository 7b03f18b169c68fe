package sectional

/**
 * The writes of one list that wait for their answers: which may be sent now, and what an answer means. One is under way at a time; writes on
 * one item go in the order they were made. It knows no network and no clock.
 */
internal class WriteQueue {
    /** The fate of a write at its answer. */
    sealed class Outcome {
        class Done(val answer: PendingWrite.Answer) : Outcome()
        class Refused(val write: PendingWrite, val failure: ListFailure) : Outcome()
        /** It is sent again later, maybe as another request. */
        object Waiting : Outcome()
    }

    private class Delay {
        val backoff = Backoff()
        var until = 0L
    }

    /** The revisions that this app's own writes on an item have made, one over the other: `base` is what the first was made over. */
    private class Chain(val base: Long, val revision: Long)

    private val waiting = ArrayList<PendingWrite>()
    val writes: List<PendingWrite> get() = waiting
    private var sending: PendingWrite? = null
    /** Whether what is under way was sent before, and so may have been done. */
    private var isRepeated = false
    private val backoff = Backoff()
    private val delays = HashMap<String, Delay>()
    /** No write is sent before this time. */
    private var pausedUntil = 0L
    private val own = HashMap<String, Chain>()

    fun add(write: PendingWrite) {
        waiting.add(write)
    }

    /** The write to send now, if there is one. It counts as being sent until it is answered. */
    fun next(now: Long): PendingWrite? {
        if (sending != null || now < pausedUntil) return null
        val taken = HashSet<String>()
        for ((index, write) in waiting.withIndex()) {
            val isHeld = if (write.deletesSections) taken.isNotEmpty() else write.lanes.any { it in taken }
            val isFree = !isHeld && delays[write.key].let { it == null || it.until <= now }
            taken.addAll(write.lanes)
            if (!isFree) continue
            isRepeated = write.isSent
            val sent = if (write.isSent) write else write.copy(parts = write.parts.map(::resolved), isSent = true)
            waiting[index] = sent
            sending = sent
            return sent
        }
        return null
    }

    /** When a write may be sent next that waits for its time; null where none does. */
    fun nextTime(now: Long): Long? {
        if (sending != null || waiting.isEmpty()) return null
        if (now < pausedUntil) return pausedUntil
        return delays.values.map { it.until }.filter { it > now }.sorted().firstOrNull()
    }

    /**
     * A condition on a revision that only this app has written over is one on the newest that it has made. There is none on that of an item
     * which this app has inserted, where nobody knows any more what the server has made of it.
     */
    private fun resolved(part: PendingWrite.Part): PendingWrite.Part {
        val chain = own[part.id]
        val seen = part.revision ?: return part
        if (chain == null) return if (seen == 0L) part.over(null) else part
        return if (seen < chain.base || seen > chain.revision) part else part.over(chain.revision)
    }

    /** Takes what a write of this list has made, of an earlier run or of this one. */
    fun learn(write: PendingWrite, answer: PendingWrite.Answer) {
        for (part in write.parts) {
            val id = part.id ?: continue
            val base = part.base ?: continue
            val made = answer.revisions[id] ?: continue
            val known = own[id]
            if (known == null || made >= known.revision) {
                own[id] = Chain(if (known != null && base <= known.revision) minOf(known.base, base) else base, made)
            }
        }
    }

    fun answered(key: String, answer: PendingWrite.Answer) {
        finish(key)?.let { learn(it, answer) }
    }

    /** No answer, or a refusal. */
    fun failed(key: String, error: Exception, now: Long, random: Double): Outcome {
        val wasRepeated = isRepeated
        val failure = SessionFailure.of(error)
        sending = null
        if (failure is SessionFailure.Network) {
            if (error is ListFailure) {
                // The fault may be this write's alone: another is tried before it.
                pausedUntil = now + 250
                val delay = delays.getOrPut(key) { Delay() }
                delay.until = pausedUntil + (1_000 * delay.backoff.next(random, failure.retryAfter)).toLong()
            } else {
                pausedUntil = now + (1_000 * backoff.next(random)).toLong()
            }
            return Outcome.Waiting
        }
        val refusal = error as ListFailure
        if (refusal is ListFailure.Unauthorized) {
            // Waits for somebody to sign in.
            pausedUntil = now + BETWEEN_SIGN_INS
            return Outcome.Waiting
        }
        val write = finish(key) ?: return Outcome.Waiting
        if (wasRepeated) {
            write.doneBy(refusal)?.let { answer ->
                learn(write, answer)
                return Outcome.Done(answer)
            }
        }
        val next = write.next(refusal) ?: return Outcome.Refused(write, refusal)
        waiting.add(0, next)
        return Outcome.Waiting
    }

    /** The list is another than the one that was seen: takes out what was written to that, but for what is under way. */
    fun beginAnew(): List<PendingWrite> {
        own.clear()
        val refused = waiting.filter { it.key != sending?.key }
        waiting.removeAll(refused)
        delays.clear()
        return refused
    }

    /** There is a network again, or somebody has signed in. */
    fun resume() {
        pausedUntil = 0
        backoff.reset()
        for (delay in delays.values) delay.until = 0
    }

    private fun finish(key: String): PendingWrite? {
        backoff.reset()
        pausedUntil = 0
        sending = null
        delays.remove(key)
        val index = waiting.indexOfFirst { it.key == key }
        return if (index < 0) null else waiting.removeAt(index)
    }

    private companion object {
        /** Milliseconds between two attempts with a token that the list's other requests get in with. */
        const val BETWEEN_SIGN_INS = 30_000
    }
}

/** The answer that a refusal of what was sent before stands for: the server remembers a key for a day only. Null where it is a refusal. */
private fun PendingWrite.doneBy(failure: ListFailure): PendingWrite.Answer? {
    val part = parts.singleOrNull() ?: return null
    val isDone = when (failure) {
        is ListFailure.Gone -> part.isDeletion
        is ListFailure.Conflict -> part.value != null && part.value == failure.current
        is ListFailure.Invalid -> failure.problem.slug == "id-taken" && hasOwnID
        else -> false
    }
    if (!isDone) return null
    val revision = ((failure as? ListFailure.Conflict)?.problem?.current?.get("revision") as? Number)?.toLong()
    val made = if (revision == null || part.id == null) emptyMap() else mapOf(part.id to revision)
    return PendingWrite.Answer(revision ?: 0, made)
}
