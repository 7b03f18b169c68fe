package okhttp3

import java.io.Closeable
import java.io.InputStream
import java.util.concurrent.TimeUnit

class Headers : Iterable<Pair<String, String>> {
    override fun iterator(): Iterator<Pair<String, String>> = throw NotImplementedError()
}

abstract class RequestBody {
    companion object {
        fun ByteArray.toRequestBody(): RequestBody = throw NotImplementedError()
    }
}

class Request {
    class Builder {
        fun url(url: String): Builder = this
        fun header(name: String, value: String): Builder = this
        fun method(method: String, body: RequestBody?): Builder = this
        fun build(): Request = throw NotImplementedError()
    }
}

abstract class ResponseBody : Closeable {
    fun bytes(): ByteArray = throw NotImplementedError()
    fun byteStream(): InputStream = throw NotImplementedError()
}

class Response : Closeable {
    val code: Int get() = 0
    val headers: Headers get() = throw NotImplementedError()
    val body: ResponseBody? get() = null
    override fun close() = Unit
}

interface Call {
    fun execute(): Response
    fun cancel()
}

class OkHttpClient {
    fun newBuilder(): Builder = throw NotImplementedError()
    fun newCall(request: Request): Call = throw NotImplementedError()

    class Builder {
        fun readTimeout(timeout: Long, unit: TimeUnit): Builder = this
        fun build(): OkHttpClient = throw NotImplementedError()
    }
}
