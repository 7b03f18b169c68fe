package sectional

import java.io.ByteArrayOutputStream
import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URL
import java.util.zip.GZIPInputStream

/** The transport of Java and Android, without a library. It sends no PATCH, which Java refuses; the client needs none. */
class URLConnectionTransport(
    /** Milliseconds to connect. */
    private val connectTimeout: Int = 10_000,
    /** Bytes of the longest body that is taken. */
    private val longestBody: Int = 64 shl 20
) : Transport {
    override fun send(request: TransportRequest): TransportResponse {
        val connection = connect(request, mapOf("Accept-Encoding" to "gzip"))
        val status = connection.responseCode
        val body = body(connection, status).let { if (connection.contentEncoding == "gzip") GZIPInputStream(it) else it }
        // Read to its end the connection is used again.
        return TransportResponse(status, headers(connection), body.use(::readAll))
    }

    override fun open(request: TransportRequest): TransportStream {
        val connection = connect(request, mapOf("Accept-Encoding" to "identity"))
        val status = connection.responseCode
        return TransportStream(status, headers(connection), body(connection, status)) { connection.disconnect() }
    }

    private fun connect(request: TransportRequest, more: Map<String, String>): HttpURLConnection {
        val connection = URL(request.url).openConnection() as HttpURLConnection
        connection.requestMethod = request.method
        connection.connectTimeout = connectTimeout
        connection.readTimeout = request.timeout
        connection.useCaches = false
        for ((name, value) in request.headers + more) connection.setRequestProperty(name, value)
        if (request.body != null) {
            connection.doOutput = true
            connection.setFixedLengthStreamingMode(request.body.size)
            connection.outputStream.use { it.write(request.body) }
        }
        return connection
    }

    private fun body(connection: HttpURLConnection, status: Int): InputStream =
        (if (status < 400) connection.inputStream else connection.errorStream) ?: ByteArray(0).inputStream()

    private fun headers(connection: HttpURLConnection): Map<String, String> {
        val headers = HashMap<String, String>()
        for ((name, values) in connection.headerFields) {
            // The status line has no name.
            if (name != null) headers[name] = values.joinToString(", ")
        }
        return headers
    }

    private fun readAll(body: InputStream): ByteArray {
        val out = ByteArrayOutputStream()
        val buffer = ByteArray(1 shl 14)
        while (true) {
            val count = body.read(buffer)
            if (count < 0) return out.toByteArray()
            if (out.size() + count > longestBody) throw IOException("an answer of more than $longestBody bytes")
            out.write(buffer, 0, count)
        }
    }
}
