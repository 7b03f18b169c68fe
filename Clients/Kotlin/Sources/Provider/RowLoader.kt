package sectional

import java.util.concurrent.Executor
import java.util.concurrent.TimeUnit

/** Loads the pages of rows that are looked at, the nearest first, and forgets what is far from them. */
internal class RowLoader(
    private val screen: ListScreen, private val follower: ListFollower, private val requests: ListRequests, private val main: Executor
) {
    private var tickets = 0
    private var underWay = 0
    private var isDue = false
    private var isPaused = false
    private val backoff = Backoff()

    fun want(path: IndexPath) {
        screen.model.want(path)
        pagesAreDue()
    }

    /** Loads the rows that are seen, a screen before and two after them. */
    fun look(visible: IntRange) {
        screen.visible = visible
        val count = visible.last - visible.first + 1
        for (position in maxOf(0, visible.first - count)..minOf(screen.model.rowCount - 1, visible.last + 2 * count)) {
            val path = screen.model.indexPath(position)
            if (path.row >= 0) screen.model.want(path)
        }
        pagesAreDue()
    }

    /** There is a network again. */
    fun resume() {
        isPaused = false
        backoff.reset()
        pagesAreDue()
    }

    /** Asks once for all rows that are looked at in one go. */
    fun pagesAreDue() {
        if (isDue) return
        isDue = true
        main.execute {
            isDue = false
            while (underWay < MOST_PAGES && !isPaused && follower.mayAsk) if (!loadPage()) break
        }
    }

    private fun loadPage(): Boolean {
        val model = screen.model
        val limit = requests.options.pageSize
        val ticket = tickets + 1
        val offset = screen.withoutPlaced {
            model.nearestWanted(screen.focus)?.let { wanted -> (wanted - wanted % limit).also { model.ask(it, limit, ticket) } }
        } ?: return false
        tickets = ticket
        underWay += 1
        val version = model.version
        val created = follower.created
        Background.pool.execute {
            val items = try {
                requests.items(offset, limit, version, created).let { if (it.offset == offset) it.items else null }
            } catch (error: Exception) {
                null
            }
            main.execute { came(ticket, items) }
        }
        return true
    }

    /**
     * Loads the rows around an item.
     *
     * @param done is told the item's index path on the screen, or why there is none: an `IOException` where there is no network.
     */
    fun load(around: String, attempt: Int = 1, done: (IndexPath?, Exception?) -> Unit) {
        val version = screen.model.version
        if (version == 0L) return done(null, ListFailure.NotLoaded)
        val created = follower.created
        follower.hold()
        Background.pool.execute {
            val then: () -> Unit = try {
                val page = requests.itemsAround(around, requests.options.pageSize, version, created);
                {
                    when {
                        screen.model.version == version -> done(screen.place(page, around), null)
                        attempt < MOST_ATTEMPTS -> load(around, attempt + 1, done)
                        else -> done(null, ListFailure.VersionGone)
                    }
                }
            } catch (error: Exception) {
                { done(null, error) }
            }
            main.execute {
                then()
                follower.release()
            }
        }
    }

    private fun came(ticket: Int, items: List<Item>?) {
        underWay -= 1
        screen.fill(ticket, items.orEmpty())
        if (items.isNullOrEmpty()) {
            isPaused = true
            Background.timer.schedule({
                main.execute {
                    isPaused = false
                    pagesAreDue()
                }
            }, (backoff.next(Math.random()) * 1_000).toLong(), TimeUnit.MILLISECONDS)
            return
        }
        backoff.reset()
        val keep = maxOf(requests.options.keep, 2 * requests.options.pageSize)
        if (screen.model.knownSections().map { it.rows.knownCount }.sum() > keep) screen.forget(keep / 2)
        pagesAreDue()
    }

    private companion object {
        const val MOST_PAGES = 4
        /** Attempts where the list is loaded anew meanwhile. */
        const val MOST_ATTEMPTS = 3
    }
}
