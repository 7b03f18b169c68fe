package sectional

import StrictView
import java.io.File

/** Runs the model against `Tests/Vectors`. */
object Vectors {
    private fun Map<String, Any?>.items(): List<Item> = (this["items"] as List<*>).zip(this["revisions"] as List<*>)
        .map { (id, revision) -> testItem(id as String, (revision as Number).toLong()) }

    private fun Map<String, Any?>.section() = mapOf("id" to this["id"], "header" to this["header"], "itemCount" to items().size)

    /** The model as the vector has it before; each section's page has its index as the ticket. */
    private fun before(vector: Map<String, Any?>, isLoaded: Boolean): Pair<ListModel, StrictView> {
        val model = ListModel(vector.children("before").map { it.section() }, 1)
        val view = model.strictView()
        for ((index, section) in vector.children("before").withIndex()) {
            if (section.items().isEmpty()) continue
            val offset = model.offset(IndexPath(index, 0))
            check(model.ask(offset, section.items().size, index))
            check(!model.ask(offset, section.items().size, index))
            if (isLoaded) model.fill(index, section.items(), view)
        }
        return model to view
    }

    /** Whether the model is what the vector has after, apart from rows that were never sent. */
    private fun compare(model: ListModel, vector: Map<String, Any?>) {
        val after = vector.children("after")
        check(model.sections.size == after.size) { "${model.sections.size} sections" }
        for ((index, section) in after.withIndex()) {
            val mine = model.sections[index].info
            check(mine["id"] == section["id"] && mine["header"] == section["header"]) { "section $index" }
            check(model.itemCount(index) == section.items().size) { "section $index has ${model.itemCount(index)} rows" }
            for ((row, item) in section.items().withIndex()) {
                val known = model.item(IndexPath(index, row)) ?: continue
                check(known.id == item.id && known.revision == item.revision) { "[$index, $row] is ${known.id}" }
            }
        }
    }

    private fun known(model: ListModel) = model.shown().count { it != null } - model.sections.size

    /** Items that come with a section are on no page and in no stage. */
    private fun comeWithSections(vector: Map<String, Any?>) = vector.children("stages")
        .flatMap { it.child("sections").children("inserted") }.map { it.child("section").count("itemCount") }.sum()

    private fun take(vector: Map<String, Any?>, model: ListModel, view: StrictView) {
        val shape = ListShape(model)
        for (stage in vector.children("stages").map { Stage(it, PlainValues) }) {
            check(shape.accept(stage)) { "a stage does not fit" }
            model.apply(stage, view)
        }
        view.verify()
        compare(model, vector)
    }

    /** Takes the stages; with pages that were there before them, and with pages that come after them. */
    private fun run(vector: Map<String, Any?>): Int {
        val (model, view) = before(vector, isLoaded = true)
        take(vector, model, view)
        val count = vector.children("after").map { it.items().size }.sum()
        check(known(model) == count - comeWithSections(vector)) { "${known(model)} rows are known" }

        val (late, lateView) = before(vector, isLoaded = false)
        take(vector, late, lateView)
        for ((index, section) in vector.children("before").withIndex()) late.fill(index, section.items(), lateView)
        lateView.verify()
        compare(late, vector)
        check(known(late) == known(model)) { "${known(late)} rows are known of late pages, and ${known(model)} of early ones" }
        return view.operations
    }

    fun run(paths: List<String>): String {
        var operations = 0
        for (path in paths) {
            @Suppress("UNCHECKED_CAST")
            val vector = JSON.read(File(path).readText()) as Map<String, Any?>
            try {
                operations += run(vector)
            } catch (error: IllegalStateException) {
                throw IllegalStateException("${vector["name"]}: ${error.message}")
            }
        }
        return "${paths.size} vectors, $operations operations"
    }
}
