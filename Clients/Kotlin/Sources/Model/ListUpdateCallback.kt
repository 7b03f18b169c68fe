package sectional

/**
 * Is told of each operation on the rows of a view, as `androidx.recyclerview.widget.ListUpdateCallback` is: each position counts in the state
 * that the operation before has left. So an adapter passes them on as they come.
 */
interface ListUpdateCallback {
    fun onInserted(position: Int, count: Int)
    fun onRemoved(position: Int, count: Int)
    /** A row is taken out of `from`, and then put in at `to`. */
    fun onMoved(from: Int, to: Int)
    fun onChanged(position: Int, count: Int)
}
