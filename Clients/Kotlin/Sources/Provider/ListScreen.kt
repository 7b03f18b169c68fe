package sectional

/** One version of a list as a screen shows it, and this app's own writes over it. On the provider's executor alone. */
internal class ListScreen {
    var model = ListModel()
    val overlay = Overlay()
    /** The positions that somebody sees. */
    var visible = 0..0
    val observers = ArrayList<ListObserver>()
    /** Called when the screen shows something else. */
    var didChange = {}

    private val view = object : ListUpdateCallback {
        override fun onInserted(position: Int, count: Int) = tell { it.onInserted(position, count) }
        override fun onRemoved(position: Int, count: Int) = tell { it.onRemoved(position, count) }
        override fun onMoved(from: Int, to: Int) = tell { it.onMoved(from, to) }
        override fun onChanged(position: Int, count: Int) = tell { it.onChanged(position, count) }
    }

    /** One of them may take itself off meanwhile. */
    inline fun tell(call: (ListObserver) -> Unit) = observers.toList().forEach(call)

    private fun updated() {
        didChange()
        tell { it.onUpdated() }
    }

    /** The offset, among all items, of what is on top. */
    val focus: Int
        get() {
            if (model.rowCount == 0) return 0
            val path = model.indexPath(visible.first.coerceIn(0, model.rowCount - 1))
            return model.offset(path) + if (path.row < 0) 1 else 0
        }

    /** The ids of the loaded rows on top of the screen. */
    val topRows: List<String>
        get() = visible.asSequence().takeWhile { it < model.rowCount }.mapNotNull { model.item(model.indexPath(it))?.id }.take(3).toList()

    fun <Value> row(at: IndexPath): ListRow<Value>? {
        val item = model.item(at) ?: return null
        val patches = overlay[item.id]
        val shown = patches.lastOrNull { it.value != null }
        return ListRow(
            item, shown?.decoded ?: item.decoded, shown?.value ?: item.value, patches.isNotEmpty(), overlay.isDeleted(item.id)
        )
    }

    fun show(model: ListModel, anchor: IndexPath?) {
        val old = this.model.info
        this.model = model
        overlay.settle(model.version)
        val position = anchor?.let { if (model.contains(it)) model.position(it) else null }
        visible = position.let { if (it == null) 0..0 else it..it }
        tell { it.onReload(position) }
        if (old != model.info) tell { it.onInfo(model.info) }
        updated()
    }

    /** False where a change does not fit; nothing is done then. */
    fun show(change: Change): Boolean {
        val shape = ListShape(model)
        val fits = try {
            change.from == model.version && change.stages.all { shape.accept(it) }
        } catch (error: RuntimeException) {
            false
        }
        if (!fits) return false
        for (stage in change.stages) model.apply(stage, view)
        model.version = change.to
        tellRows(overlay.settle(change.to))
        val info = change.properties
        if (info != null && info != model.info) {
            model.info = info
            tell { it.onInfo(info) }
        }
        updated()
        return true
    }

    fun fill(ticket: Int, items: List<Item>) {
        model.fill(ticket, items, view)
        if (items.isNotEmpty()) updated()
    }

    /** Items show something else now. */
    fun rowsChanged(ids: Set<String>) {
        if (ids.isEmpty()) return
        tellRows(ids)
        updated()
    }

    private fun tellRows(ids: Set<String>) = tellChanged(model.paths(ids).map { model.position(it) }, view)
}
