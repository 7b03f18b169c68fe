package androidx.recyclerview.widget

/** As Android's library declares it. */
interface ListUpdateCallback {
    fun onInserted(position: Int, count: Int)
    fun onRemoved(position: Int, count: Int)
    fun onMoved(fromPosition: Int, toPosition: Int)
    fun onChanged(position: Int, count: Int, payload: Any?)
}
