package androidx.lifecycle

abstract class LiveData<T> {
    protected open fun onActive() = Unit
    protected open fun onInactive() = Unit
    protected open fun setValue(value: T) = Unit
    open fun getValue(): T? = null
}
