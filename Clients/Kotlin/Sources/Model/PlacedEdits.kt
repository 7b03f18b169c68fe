package sectional

/**
 * Items and sections that this app has inserted or moved, and that the version on the screen does not have so yet. They are in the model by
 * stages of their own, in the order of writing, which are taken out before the server's.
 *
 * An item shows where the row that it comes beside is loaded. A section that is inserted has no rows but those that are inserted into it here.
 * A change of the server takes time in proportion to the edits that wait, each times the rows that are loaded.
 *
 * @param items what this app has written to items, and `sections` to sections; a placement goes with its patch.
 */
internal class PlacedEdits(private val items: Overlay, private val sections: Overlay) {
    /**
     * An insertion or a move. The targets are those of a batch, the first one first; one that is empty is the end.
     *
     * @param isInsertion otherwise it moves what is there.
     */
    private abstract inner class Placement(
        val key: String, val id: String, val isInsertion: Boolean, val targets: List<Map<String, Any?>>, val overlay: Overlay
    ) {
        val isWaiting get() = overlay[id].any { it.key == key }

        /** Null where it has come, or moved, and where no target is known. */
        abstract fun step(model: ListModel): Step?

        /** The first target whose place is known, as the name and whether that is the one before; null at the end. */
        fun <Place> first(find: (String) -> Place?): Pair<Place, Boolean>? {
            for (target in targets) {
                val isBefore = "before" in target
                val name = target[if (isBefore) "before" else "after"] as String? ?: return null
                find(name.drop(1))?.let { return Pair(it, isBefore) }
            }
            return null
        }

        fun endsAt(target: Map<String, Any?>) = "before" !in target && "after" !in target
    }

    private inner class PlacedSection(key: String, id: String, val content: Map<String, Any?>?, targets: List<Map<String, Any?>>) :
        Placement(key, id, content != null, targets, sections) {
        override fun step(model: ListModel): Step? {
            val from = model.indexOfSection(id)
            if ((from == null) != isInsertion) return null
            val target = first { model.indexOfSection(it) }
            if (target == null && targets.none(::endsAt)) return null
            val to = target?.let { (index, isBefore) -> if (isBefore) index else index + 1 } ?: model.sections.size
            if (from == null) {
                val inserted = Stage(insertedSections = listOf(Stage.Placed(to, content!! + ("itemCount" to 0))))
                return Step(inserted, Stage(deletedSections = listOf(to)))
            }
            val end = if (from < to) to - 1 else to
            if (end == from) return null
            return Step(Stage(movedSections = listOf(Stage.Move(from, end))), Stage(movedSections = listOf(Stage.Move(end, from))))
        }
    }

    /** @param section null for that of the row that it comes beside. */
    private inner class PlacedItem(key: String, id: String, val item: Item?, val section: String?, targets: List<Map<String, Any?>>) :
        Placement(key, id, item != null, targets, items) {
        override fun step(model: ListModel): Step? {
            val known = known(model)
            val from = known[id]
            if ((from == null) != isInsertion) return null
            val to = target(known, model) ?: return null
            if (from == null) return Step(Stage(insertedItems = listOf(Stage.Placed(to, item!!))), Stage(deletedItems = listOf(to)))
            val end = if (from.section == to.section && from.row < to.row) IndexPath(to.section, to.row - 1) else to
            if (end == from) return null
            return Step(Stage(movedItems = listOf(Stage.Move(from, end))), Stage(movedItems = listOf(Stage.Move(end, from))))
        }

        private fun known(model: ListModel): Map<String, IndexPath> {
            val wanted = targets.flatMap { it.values }.filterIsInstance<String>().mapTo(hashSetOf(id)) { it.drop(1) }
            val found = HashMap<String, IndexPath>()
            model.forEachKnown { path, slot -> if (slot is Slot.Known && slot.item.id in wanted) found[slot.item.id] = path }
            return found
        }

        /** The row that it comes before, all counted. */
        private fun target(known: Map<String, IndexPath>, model: ListModel): IndexPath? {
            val index = section?.let { model.indexOfSection(it) ?: return null }
            val beside = first { name -> known[name]?.takeIf { index == null || it.section == index } }
            if (beside != null) return beside.let { (path, isBefore) -> if (isBefore) path else IndexPath(path.section, path.row + 1) }
            val rows = model.sections[index ?: return null].rows
            // Of rows that are not loaded nobody knows whether they are there.
            if (!endsAt(targets.first()) && rows.known().count { it.second is Slot.Known } < rows.count) return null
            return IndexPath(index, rows.count)
        }
    }

    /** A stage that is in the model, and the one that takes it out. */
    private class Step(val put: Stage, val taken: Stage)

    private val placements = ArrayList<Placement>()
    private val steps = ArrayList<Step>()
    /** Those that are not in the model. */
    private val others = ArrayList<Placement>()

    /** Takes the part of a write over, where it places something, and shows it in a model that has rows. */
    fun add(part: PendingWrite.Part, write: PendingWrite, model: ListModel, view: ListUpdateCallback, coder: ValueCoder<*>) {
        val operation = part.operation
        val targets = if (write.spots.isEmpty()) listOf(operation) else write.spots
        val placement = when (operation["op"]) {
            @Suppress("UNCHECKED_CAST")
            "insertSection", "moveSection" -> PlacedSection(write.key, part.section!!, operation["section"] as? Map<String, Any?>, targets)
            "insertItem" -> part.id?.let {
                PlacedItem(write.key, it, item(it, operation.child("item"), model, coder), operation.text("section").drop(1), targets)
            }
            "moveItem" -> PlacedItem(write.key, part.id!!, null, if (write.spots.isEmpty()) null else write.section, targets)
            else -> null
        } ?: return
        placements.add(placement)
        if (model.version > 0) put(placement, model, view)
    }

    /** An item as the server would show it, as far as rows of its type are loaded. */
    private fun item(id: String, sent: Map<String, Any?>, model: ListModel, coder: ValueCoder<*>): Item {
        val type = sent["type"] as String?
        var cell = type.orEmpty()
        model.forEachKnown { _, slot -> if (slot is Slot.Known && slot.item.type == type) cell = slot.item.cell }
        return Item(mapOf("id" to id, "type" to type, "cell" to cell, "revision" to 0, "value" to sent["value"]), coder)
    }

    /** The server's version has these items. */
    fun arrived(ids: Collection<String>) {
        placements.removeAll { it is PlacedItem && it.isInsertion && it.id in ids }
    }

    /** Puts all into a model, which has none of them. */
    fun put(model: ListModel, view: ListUpdateCallback) {
        others.clear()
        placements.removeAll { !it.isWaiting }
        for (placement in placements) put(placement, model, view)
    }

    /** Takes all out. */
    fun take(model: ListModel, view: ListUpdateCallback) {
        for (step in steps.asReversed()) model.apply(step.taken, view)
        steps.clear()
    }

    /** Takes out those whose patches have gone. */
    fun settle(model: ListModel, view: ListUpdateCallback) {
        if (placements.all { it.isWaiting }) return
        take(model, view)
        put(model, view)
    }

    /** Rows have come: puts in what comes beside them. */
    fun complete(model: ListModel, view: ListUpdateCallback) {
        if (others.none { it.step(model) != null }) return
        take(model, view)
        put(model, view)
    }

    /** Puts all into another model. */
    fun putAnew(model: ListModel) {
        steps.clear()
        put(model, Unseen)
    }

    /** Does something with the model as the server's version is; no view is told. */
    fun <Result> without(model: ListModel, body: () -> Result): Result {
        for (step in steps.asReversed()) model.apply(step.taken, Unseen)
        try {
            return body()
        } finally {
            for (step in steps) apply(step, model, Unseen)
        }
    }

    private fun put(placement: Placement, model: ListModel, view: ListUpdateCallback) {
        val step = placement.step(model)
        if (step == null) {
            others.add(placement)
            return
        }
        apply(step, model, view)
        steps.add(step)
    }

    private fun apply(step: Step, model: ListModel, view: ListUpdateCallback) {
        model.apply(step.put, view)
        // It is known, whatever is loaded beside it.
        for (insertion in step.put.insertedItems) model.setSlot(insertion.at, Slot.Known(insertion.content))
    }

    /** A view that nobody sees. */
    private object Unseen : ListUpdateCallback {
        override fun onInserted(position: Int, count: Int) = Unit
        override fun onRemoved(position: Int, count: Int) = Unit
        override fun onMoved(from: Int, to: Int) = Unit
        override fun onChanged(position: Int, count: Int) = Unit
    }
}
