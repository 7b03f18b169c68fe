package sectional

/** Is told what a screen has to do, on the provider's executor, when the provider has done it. What it does not override is nothing. */
interface ListObserver : ListUpdateCallback {
    override fun onInserted(position: Int, count: Int) = Unit
    override fun onRemoved(position: Int, count: Int) = Unit
    override fun onMoved(from: Int, to: Int) = Unit
    override fun onChanged(position: Int, count: Int) = Unit

    /**
     * All is different: the first load, a list whose history was left behind. Then `notifyDataSetChanged()`.
     *
     * @param anchor the new position of the row that was on top; null for the beginning.
     */
    fun onReload(anchor: Int?) = Unit

    /** The callbacks of an update have all been made: the screen shows something else. */
    fun onUpdated() = Unit

    fun onState(state: ConnectionState) = Unit

    /** The list's title or metadata are others, so rows may show other parts of their values. */
    fun onInfo(info: Map<String, Any?>) = Unit

    /** A write of an earlier run of the app was refused; nobody else is told. It is off the screen by now. */
    fun onRefused(refusal: ListRefusal) = Unit
}

/** A refused write: the operations, as a batch has them, and why. */
class ListRefusal internal constructor(val operations: List<Map<String, Any?>>, val failure: ListFailure)
