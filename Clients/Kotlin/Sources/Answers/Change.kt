package sectional

/** A changes object: leads a list from one version to another. */
internal class Change(json: Map<String, Any?>, coder: ValueCoder<*>) {
    val from = json.number("from")
    val to = json.number("to")
    val reload = json["reload"] as Boolean
    /** The list's own properties, where they differ. */
    @Suppress("UNCHECKED_CAST")
    val properties = json["properties"] as Map<String, Any?>?
    val stages = json.children("stages").map { Stage(it, coder) }
}

/** A stage of a changes object; positions of `deleted` and `from` count before it, all others after it. */
internal class Stage(json: Map<String, Any?>, coder: ValueCoder<*>) {
    class Move<Position>(val from: Position, val to: Position)
    class Placed<Position, Content>(val at: Position, val content: Content)

    val deletedSections: List<Int>
    val insertedSections: List<Placed<Int, Map<String, Any?>>>
    val movedSections: List<Move<Int>>
    val updatedSections: List<Placed<Int, Map<String, Any?>>>
    val deletedItems: List<IndexPath>
    val insertedItems: List<Placed<IndexPath, Item>>
    val movedItems: List<Move<IndexPath>>
    val updatedItems: List<Placed<IndexPath, Item>>

    init {
        val sections = json.child("sections")
        deletedSections = sections.children("deleted").map { it.count("index") }
        insertedSections = sections.children("inserted").map { Placed(it.count("index"), it.child("section")) }
        movedSections = sections.children("moved").map { Move(it.count("from"), it.count("to")) }
        updatedSections = sections.children("updated").map { Placed(it.count("index"), it.child("section")) }
        val items = json.child("items")
        deletedItems = items.children("deleted").map { it.path("indexPath") }
        insertedItems = items.children("inserted").map { Placed(it.path("indexPath"), Item(it.child("item"), coder)) }
        movedItems = items.children("moved").map { Move(it.path("from"), it.path("to")) }
        updatedItems = items.children("updated").map { Placed(it.path("indexPath"), Item(it.child("item"), coder)) }
    }

    val changesSections get() = deletedSections.isNotEmpty() || insertedSections.isNotEmpty() || movedSections.isNotEmpty()
}
