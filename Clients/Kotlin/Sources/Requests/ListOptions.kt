package sectional

import java.io.File

/** How a list is loaded and kept. */
class ListOptions(
    /** Rows that one request asks for, 1–500. */
    val pageSize: Int = 50,
    /** Rows that stay in memory around those on the screen. */
    val keep: Int = 2_000,
    /**
     * The folder that keeps lists between runs, such as `context.noBackupFilesDir`, one for each account; null keeps nothing, and writes that
     * wait are lost with the app.
     */
    val cache: File? = null,
    /** The cell types that this app can show; others come as the nearest type that it can, by their `fallback`. Null takes all. */
    val acceptedCells: List<String>? = null,
    /**
     * Whether an item that is inserted without an id gets a random one here, so that it is not inserted twice even where the insertion is
     * repeated after the day for which the server remembers it. In a list with an `identity` the value has the id.
     */
    val makesItemIDs: Boolean = true,
    /** Milliseconds between two events, 100–60,000, for lists that change faster than anybody looks; null takes each. */
    val every: Int? = null
)
