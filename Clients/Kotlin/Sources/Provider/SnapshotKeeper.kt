package sectional

import java.io.IOException
import java.util.concurrent.Executor
import java.util.concurrent.TimeUnit

/** Keeps what is shown on disk, some seconds after it has changed. */
internal class SnapshotKeeper(
    private val file: SnapshotFile?, private val outbox: OutboxFile?, private val screen: ListScreen, private val follower: ListFollower,
    private val options: ListOptions, private val main: Executor
) {
    private var isDue = false
    private var isTimed = false
    private val disk = Any()
    /** The version of the snapshot that is on disk. */
    @Volatile
    var saved = 0L
        private set

    /** The file is replaced within five seconds. */
    fun isChanged() {
        isDue = true
        if (isTimed || file == null) return
        isTimed = true
        Background.timer.schedule({
            main.execute {
                isTimed = false
                flush()
            }
        }, SECONDS, TimeUnit.SECONDS)
    }

    /** Writes what is shown now, on another thread. */
    fun flush(done: () -> Unit = {}) {
        if (file == null || !isDue || screen.model.version == 0L || !follower.session.hasList) return done()
        isDue = false
        val version = screen.model.version
        val snapshot = screen.withoutPlaced {
            SnapshotFile.snapshot(screen.model, screen.focus, follower.created, options.acceptedCells, System.currentTimeMillis()) {
                screen.overlay[it].isNotEmpty()
            }
        }
        Background.pool.execute {
            synchronized(disk) { if (version >= saved) write(snapshot, version) }
            main.execute(done)
        }
    }

    private fun write(snapshot: Map<String, Any?>?, version: Long) {
        try {
            if (snapshot == null) file?.remove() else file?.write(snapshot)
            saved = version
            outbox?.saved(version)
        } catch (error: IOException) {
            // The one before is left, and the answers since then are in the outbox.
            return
        }
    }

    /** No snapshot will have what was answered. */
    fun forget() {
        saved = 0
        try {
            outbox?.forgetAnswers()
        } catch (error: IOException) {
            return
        }
    }

    /** There is no list any more. */
    fun remove() {
        file?.remove()
    }

    private companion object {
        const val SECONDS = 5L
    }
}
