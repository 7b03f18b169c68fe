package sectional

/** One version of a list as a screen shows it, and this app's own writes over it. On the provider's executor alone. */
internal class ListScreen(private val coder: ValueCoder<*>) {
    var model = ListModel()
    val overlay = Overlay()
    val sections = Overlay()
    private val placed = PlacedEdits(overlay, sections)
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
        // A section goes with its rows.
        return row(item, sections.isDeleted(model.sections[at.section].info.text("id")))
    }

    /** @param isGoing whether its section is deleted here. */
    fun <Value> row(item: Item, isGoing: Boolean): ListRow<Value> {
        val patches = overlay[item.id]
        val shown = patches.lastOrNull { it.value != null }
        return ListRow(
            item, shown?.decoded ?: item.decoded, shown?.value ?: item.value, patches.isNotEmpty() || isGoing,
            overlay.isDeleted(item.id) || isGoing
        )
    }

    fun section(index: Int): ListSection {
        val info = model.sections[index].info
        val id = info.text("id")
        val patches = sections[id]
        @Suppress("UNCHECKED_CAST")
        val shown = patches.fold(info) { members, patch -> members + (patch.value?.tree as Map<String, Any?>?).orEmpty() }
        return ListSection(shown, model.itemCount(index), patches.isNotEmpty(), sections.isDeleted(id))
    }

    /** The ids of the loaded items whose section is deleted here. */
    private fun itemsGoing(): Set<String> {
        val ids = HashSet<String>()
        for (index in sections.deleted.mapNotNull { model.indexOfSection(it) }) {
            for ((_, slot) in model.sections[index].rows.known()) if (slot is Slot.Known) ids.add(slot.item.id)
        }
        return ids
    }

    /** Does something with the model as the server's version is. */
    fun <Result> withoutPlaced(body: () -> Result) = placed.without(model, body)

    fun show(model: ListModel, anchor: IndexPath?) {
        val old = this.model.info
        this.model = model
        overlay.settle(model.version)
        sections.settle(model.version)
        val top = anchor?.let { if (model.contains(it)) model.sections[it.section] else null }
        val item = anchor?.let { model.item(it)?.id }
        placed.putAnew(model)
        val path = item?.let { model.paths(setOf(it)).firstOrNull() } ?: top?.let { IndexPath(it.index, anchor.row) }
        val position = path?.let { model.position(it) }
        visible = position.let { if (it == null) 0..0 else it..it }
        tell { it.onReload(position) }
        if (old != model.info) tell { it.onInfo(model.info) }
        updated()
    }

    /** False where a change does not fit; nothing is done then. */
    fun show(change: Change): Boolean {
        val going = itemsGoing()
        placed.take(model, view)
        val shape = ListShape(model)
        val fits = try {
            change.from == model.version && change.stages.all { shape.accept(it) }
        } catch (error: RuntimeException) {
            false
        }
        if (!fits) {
            placed.put(model, view)
            return false
        }
        placed.arrived(change.stages.flatMap { it.insertedItems }.mapTo(HashSet()) { it.content.id })
        for (stage in change.stages) model.apply(stage, view)
        model.version = change.to
        val (rows, own) = Pair(overlay.settle(change.to), sections.settle(change.to))
        placed.put(model, view)
        tellRows(rows)
        tellMarked(going)
        tellSections(own)
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
        complete()
        if (items.isNotEmpty()) updated()
    }

    /** Forgets rows that are further than this from the focus, but for those that this app has written to. */
    fun forget(distance: Int) = withoutPlaced { model.forget(focus, distance) { overlay[it].isNotEmpty() } }

    /** Takes the rows of a page of this version; the index path of one of them, null where it is none. */
    fun place(page: ItemPage, id: String): IndexPath? {
        withoutPlaced { model.place(page.items, page.offset) }
        complete()
        tellRows(page.items.mapTo(HashSet()) { it.id })
        updated()
        return model.paths(setOf(id)).firstOrNull()
    }

    // This app's own writes.

    /** Shows what a write does, once. */
    fun added(write: PendingWrite) {
        fun patches(part: PendingWrite.Part) = (if (part.section == null) overlay else sections)[part.section ?: part.id.orEmpty()]
        if (write.parts.any { part -> patches(part).any { it.key == write.key } }) return
        for (part in write.parts) {
            val id = part.section ?: part.id ?: continue
            val decoded = if (part.section == null) part.value?.let { Decoded(it, coder) } else null
            val patch = Overlay.Patch(write.key, part.value, decoded, part.isDeletion, write.answer?.version)
            (if (part.section == null) overlay else sections).add(id, patch)
            placed.add(part, write, model, view, coder)
        }
        changed(write.parts.mapNotNullTo(HashSet()) { it.id }, write.parts.mapNotNullTo(HashSet()) { it.section })
    }

    /** The server has a write from `version` on. */
    fun answered(key: String, version: Long) {
        overlay.answered(key, version)
        sections.answered(key, version)
        changed(overlay.settle(model.version), sections.settle(model.version))
    }

    fun refused(key: String) = changed(overlay.refused(key), sections.refused(key))

    /** The list is another: what was answered has no meaning in it. */
    fun forgetAnswered() = changed(overlay.forgetAnswered(), sections.forgetAnswered())

    /** Items and sections show something else now. */
    private fun changed(items: Set<String>, own: Set<String>) {
        if (items.isEmpty() && own.isEmpty()) return
        val going = itemsGoing()
        placed.settle(model, view)
        tellMarked(going)
        tellRows(items)
        tellSections(own)
        updated()
    }

    /** Tells of the sections' headers, and of their rows, which are marked with them. */
    private fun tellSections(ids: Set<String>) {
        for (index in ids.mapNotNull { model.indexOfSection(it) }) view.onChanged(model.positionOfHeader(index), 1 + model.itemCount(index))
    }

    /** Tells of items that have come into a section that is deleted here, or out of it: they show something else at the end of their way. */
    private fun tellMarked(before: Set<String>) {
        val now = itemsGoing()
        tellRows((before - now) + (now - before))
    }

    private fun complete() {
        val going = itemsGoing()
        placed.complete(model, view)
        tellMarked(going)
    }

    private fun tellRows(ids: Set<String>) = tellChanged(model.paths(ids).map { model.position(it) }, view)
}
