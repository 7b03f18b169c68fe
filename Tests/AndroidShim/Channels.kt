package kotlinx.coroutines.channels

class ChannelResult<out T>

interface ProducerScope<in E> {
    fun trySend(element: E): ChannelResult<Unit>
}

suspend fun ProducerScope<*>.awaitClose(block: () -> Unit = {}): Unit = throw NotImplementedError()
