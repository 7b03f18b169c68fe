package sectional

import java.util.concurrent.Executors
import java.util.concurrent.ScheduledExecutorService
import java.util.concurrent.ScheduledThreadPoolExecutor
import java.util.concurrent.ThreadFactory

/** The threads that wait for networks and disks; none keeps an app alive. */
internal object Background {
    private val threads = ThreadFactory { work -> Thread(work, "sectional").also { it.isDaemon = true } }
    val pool = Executors.newCachedThreadPool(threads)
    val timer: ScheduledExecutorService = ScheduledThreadPoolExecutor(1, threads)
}
