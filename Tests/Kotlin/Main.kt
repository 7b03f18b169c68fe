import java.io.File
import sectional.ListModel
import sectional.valueAt

private typealias Document = Map<String, Any?>

@Suppress("UNCHECKED_CAST")
private fun Document.parts(key: String) = this[key] as List<Document>

@Suppress("UNCHECKED_CAST")
private fun Document.items(): List<Document> = (this["items"] as List<String>).zip(this["revisions"] as List<Long>)
    .map { (id, revision) -> mapOf("id" to id, "revision" to revision) }

private fun Document.section() = mapOf("id" to this["id"], "header" to this["header"], "itemCount" to items().size)

/** The model as the vector has it before; each section's page has its index as the ticket. */
private fun before(vector: Document, isLoaded: Boolean): Pair<ListModel, StrictView> {
    val model = ListModel(vector.parts("before").map { it.section() }, 1)
    val view = StrictView(model)
    for ((index, section) in vector.parts("before").withIndex()) {
        if (section.items().isEmpty()) continue
        check(model.ask(index, 0 until section.items().size, index))
        check(!model.ask(index, 0 until section.items().size, index))
        if (isLoaded) model.fill(index, section.items(), view)
    }
    return model to view
}

/** Whether the model is what the vector has after, apart from rows that were never sent. */
private fun compare(model: ListModel, vector: Document) {
    val after = vector.parts("after")
    check(model.sectionCount == after.size) { "${model.sectionCount} sections" }
    for ((index, section) in after.withIndex()) {
        check(model.section(index)["id"] == section["id"] && model.section(index)["header"] == section["header"]) { "section $index" }
        check(model.itemCount(index) == section.items().size) { "section $index has ${model.itemCount(index)} rows" }
        for ((row, item) in section.items().withIndex()) {
            val mine = model.item(sectional.IndexPath(index, row)) ?: continue
            check(mine["id"] == item["id"] && mine["revision"] == item["revision"]) { "[$index, $row] is $mine" }
        }
    }
}

private fun known(model: ListModel) =
    (0 until model.sectionCount).sumBy { section -> (0 until model.itemCount(section)).count { model.item(sectional.IndexPath(section, it)) != null } }

/** Items that come with a section are on no page and in no stage. */
private fun comeWithSections(vector: Document) = vector.parts("stages").sumBy { stage ->
    @Suppress("UNCHECKED_CAST")
    (stage["sections"] as Document).parts("inserted").sumBy { ((it["section"] as Document)["itemCount"] as Long).toInt() }
}

/** Takes the stages; with pages that were there before them, and with pages that come after them. */
private fun run(vector: Document): Int {
    val change = mapOf("stages" to vector["stages"], "to" to 2)
    val (model, view) = before(vector, isLoaded = true)
    model.apply(change, view)
    view.verify()
    compare(model, vector)
    val count = vector.parts("after").sumBy { it.items().size }
    check(known(model) == count - comeWithSections(vector)) { "${known(model)} rows are known" }

    val (late, lateView) = before(vector, isLoaded = false)
    late.apply(change, lateView)
    lateView.verify()
    compare(late, vector)
    for ((index, section) in vector.parts("before").withIndex()) late.fill(index, section.items(), lateView)
    lateView.verify()
    compare(late, vector)
    check(known(late) == known(model)) { "${known(late)} rows are known of late pages, and ${known(model)} of early ones" }
    return view.operations
}

/** A row shows what the list's metadata says, from the change on that brings it. */
private fun checkRow() {
    fun info(row: String) = """{"title": "Cities", "metadata": {"row": $row}}"""
    @Suppress("UNCHECKED_CAST")
    fun read(text: String) = JSONText(text).read() as Document
    val model = ListModel(listOf(mapOf("id" to "s", "header" to null, "itemCount" to 2L)), 1, read(info("""{"title": "/city", "detail": 7}""")))
    val view = StrictView(model)
    check(model.row.title == "/city" && model.row.detail == null && model.row.columns.isEmpty())
    val properties = info("""{"title": "/name/0", "detail": "/a~1b", "columns": ["/city", "no"]}""")
    model.apply(read("""{"to": 2, "stages": [], "properties": $properties}"""), view)
    view.verify()
    check(view.changed == 3) { "${view.changed} rows are told of" }
    val value = read("""{"name": ["Rome"], "a/b": "IT", "city": "Roma"}""")
    val shown = listOf(model.row.title, model.row.detail, model.row.trailing).map { it?.let { pointer -> valueAt(value, pointer) } }
    check(shown == listOf("Rome", "IT", null) && model.row.columns == listOf("/city")) { "$shown" }
    check(listOf("/name/1", "/name/00", "/city/x", "city").all { valueAt(value, it) == null } && valueAt(value, "") == value)
    model.apply(read("""{"to": 3, "stages": [], "properties": null}"""), view)
    check(model.row.title == "/name/0" && model.info["title"] == "Cities")
}

fun main(arguments: Array<String>) {
    var operations = 0
    checkRow()
    for (path in arguments) {
        @Suppress("UNCHECKED_CAST")
        val vector = JSONText(File(path).readText()).read() as Document
        try {
            operations += run(vector)
        } catch (error: IllegalStateException) {
            println("${vector["name"]}: ${error.message}")
            System.exit(1)
        }
    }
    println("${arguments.size} vectors, $operations operations")
}
