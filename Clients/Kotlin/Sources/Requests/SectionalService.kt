package sectional

import java.io.IOException

/** Gives tokens to requests. Called from any thread, and may block, such as for a sign-in. */
interface TokenSource {
    /**
     * The token of the next request; null sends none.
     *
     * @param refused the token that the server has just refused; null for the next request. A null for it gives up.
     */
    @Throws(IOException::class)
    fun token(refused: String?): String?
}

/** A server, and how to be let in. One per app. */
class SectionalService(base: String, internal val transport: Transport = URLConnectionTransport(), private val tokens: TokenSource? = null) {
    internal val base = base.trimEnd('/')

    /** An answer of 2xx. */
    internal fun send(
        method: String, path: String, headers: Map<String, String> = emptyMap(), body: String? = null, timeout: Int = 30_000
    ): TransportResponse = admitted { token ->
        val response = transport.send(request(method, path, headers, body, timeout, token))
        if (response.status !in 200..299) throw failure(response)
        response
    }

    internal fun open(path: String, headers: Map<String, String>, timeout: Int): TransportStream = admitted { token ->
        val stream = transport.open(request("GET", path, headers, null, timeout, token))
        if (stream.status != 200) {
            stream.use {
                // A problem is short.
                val body = ByteArray(1 shl 16)
                var length = 0
                while (length < body.size) {
                    val count = it.body.read(body, length, body.size - length)
                    if (count < 0) break
                    length += count
                }
                throw failure(TransportResponse(it.status, it.headers, body.copyOf(length)))
            }
        }
        stream
    }

    /** Asks for a fresh token once where one is refused. */
    private inline fun <Answer> admitted(attempt: (String?) -> Answer): Answer {
        val token = tokens?.token(null)
        try {
            return attempt(token)
        } catch (refusal: ListFailure.Unauthorized) {
            val fresh = (if (token == null) null else tokens?.token(token)) ?: throw refusal
            return attempt(fresh)
        }
    }

    private fun request(
        method: String, path: String, headers: Map<String, String>, body: String?, timeout: Int, token: String?
    ): TransportRequest {
        val all = LinkedHashMap(headers)
        if ("Accept" !in all) all["Accept"] = "application/json"
        if (body != null) all["Content-Type"] = "application/json"
        if (token != null) all["Authorization"] = "Bearer $token"
        return TransportRequest(method, "$base/$path", all, body?.toByteArray(Charsets.UTF_8), timeout)
    }

    private fun failure(response: TransportResponse): ListFailure {
        val json = try {
            JSON.read(String(response.body, Charsets.UTF_8)) as? Map<*, *>
        } catch (error: JSONException) {
            null
        }
        @Suppress("UNCHECKED_CAST")
        val document = json.orEmpty() as Map<String, Any?>
        return ListFailure.of(Problem(response.status, document, response.headers["retry-after"]?.toDoubleOrNull() ?: 0.0))
    }
}
