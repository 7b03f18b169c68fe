package sectional

import java.io.Closeable
import java.io.IOException
import java.io.InputStream
import java.util.TreeMap

/** A request of GET or POST; the client sends no other. */
class TransportRequest(
    val method: String,
    val url: String,
    val headers: Map<String, String>,
    val body: ByteArray?,
    /** Milliseconds without a byte after which it has failed. */
    val timeout: Int
)

/** An answer, of any status. */
class TransportResponse(val status: Int, headers: Map<String, String>, val body: ByteArray) {
    /** By their names, in whatever case. */
    val headers: Map<String, String> = TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER).also { it.putAll(headers) }
}

/** An answer of which the body comes bit by bit. Closing it, from any thread, ends a read that waits. */
class TransportStream(val status: Int, val headers: Map<String, String>, val body: InputStream, private val close: () -> Unit) : Closeable {
    override fun close() = close.invoke()
}

/**
 * The two things that the client asks of a network. Both block, and are called from several threads at once. Redirects may be followed; an
 * answer of any status is an answer.
 */
interface Transport {
    /** Returns when the whole body is there. */
    @Throws(IOException::class)
    fun send(request: TransportRequest): TransportResponse

    /** Returns when the head is there. */
    @Throws(IOException::class)
    fun open(request: TransportRequest): TransportStream
}
