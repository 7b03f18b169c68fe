package kotlinx.coroutines.flow

import kotlinx.coroutines.channels.ProducerScope

interface Flow<out T>

fun <T> callbackFlow(block: suspend ProducerScope<T>.() -> Unit): Flow<T> = throw NotImplementedError()

fun <T> Flow<T>.conflate(): Flow<T> = throw NotImplementedError()
