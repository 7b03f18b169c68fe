package sectional

/**
 * Sections that this app has inserted or moved, and that the version on the screen does not have so yet. They are in the model by stages of
 * their own, which are taken out before the server's. A section that is inserted has no rows until the server has it.
 *
 * @param overlay what this app has written to sections; a placement goes with its patch.
 */
internal class PlacedSections(private val overlay: Overlay) {
    /** The targets are those of a batch, the first one first; one that is empty is the end. */
    private class Placement(
        val id: String, val patch: Overlay.Patch, val section: Map<String, Any?>?, val targets: List<Map<String, Any?>>
    )

    /** A stage that is in the model, and the one that takes it out. */
    private class Step(val put: Stage, val taken: Stage)

    private val placements = ArrayList<Placement>()
    private val steps = ArrayList<Step>()

    /** Takes the part of a write over, where it places a section, and shows it in a model that has rows. */
    fun add(part: PendingWrite.Part, patch: Overlay.Patch, spots: List<Map<String, Any?>>, model: ListModel, view: ListUpdateCallback) {
        val operation = part.operation
        if (operation["op"] != "insertSection" && operation["op"] != "moveSection") return
        @Suppress("UNCHECKED_CAST")
        val section = operation["section"] as? Map<String, Any?>
        val placement = Placement(part.section!!, patch, section, if (spots.isEmpty()) listOf(operation) else spots)
        placements.add(placement)
        if (model.version > 0) put(placement, model, view)
    }

    /** Puts all into a model, which has none of them. */
    fun put(model: ListModel, view: ListUpdateCallback) {
        placements.removeAll { it.patch !in overlay[it.id] }
        for (placement in placements) put(placement, model, view)
    }

    /** Takes all out. */
    fun take(model: ListModel, view: ListUpdateCallback) {
        for (step in steps.asReversed()) model.apply(step.taken, view)
        steps.clear()
    }

    /** Takes out those whose patches have gone. */
    fun settle(model: ListModel, view: ListUpdateCallback) {
        if (placements.all { it.patch in overlay[it.id] }) return
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
            for (step in steps) model.apply(step.put, Unseen)
        }
    }

    private fun put(placement: Placement, model: ListModel, view: ListUpdateCallback) {
        val from = model.indexOfSection(placement.id)
        // What is inserted has come by a version already, or what moves has gone.
        if ((from == null) == (placement.section == null)) return
        val to = index(placement, model) ?: return
        if (from == null) {
            val inserted = mapOf("index" to to, "section" to placement.section!! + ("itemCount" to 0))
            apply(Step(stage("inserted", inserted), stage("deleted", mapOf("index" to to))), model, view)
            return
        }
        val target = if (from < to) to - 1 else to
        if (target == from) return
        val taken = stage("moved", mapOf("from" to target, "to" to from))
        apply(Step(stage("moved", mapOf("from" to from, "to" to target)), taken), model, view)
    }

    private fun apply(step: Step, model: ListModel, view: ListUpdateCallback) {
        model.apply(step.put, view)
        steps.add(step)
    }

    /** The index that a section comes before, all counted; null where no target is there. */
    private fun index(placement: Placement, model: ListModel): Int? {
        for (target in placement.targets) {
            val isBefore = "before" in target
            val name = target[if (isBefore) "before" else "after"] as String? ?: return model.sections.size
            val index = model.indexOfSection(name.drop(1)) ?: continue
            return if (isBefore) index else index + 1
        }
        return null
    }

    private companion object {
        val NOTHING = listOf("deleted", "inserted", "moved", "updated").map { it to emptyList<Any?>() }.toMap()

        fun stage(kind: String, operation: Map<String, Any?>) =
            Stage(mapOf("sections" to NOTHING + (kind to listOf(operation)), "items" to NOTHING), PlainValues)
    }

    /** A view that nobody sees. */
    private object Unseen : ListUpdateCallback {
        override fun onInserted(position: Int, count: Int) = Unit
        override fun onRemoved(position: Int, count: Int) = Unit
        override fun onMoved(from: Int, to: Int) = Unit
        override fun onChanged(position: Int, count: Int) = Unit
    }
}
