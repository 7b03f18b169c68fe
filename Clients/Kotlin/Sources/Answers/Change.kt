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
internal class Stage(
    val deletedSections: List<Int> = emptyList(),
    val insertedSections: List<Placed<Int, Map<String, Any?>>> = emptyList(),
    val movedSections: List<Move<Int>> = emptyList(),
    val updatedSections: List<Placed<Int, Map<String, Any?>>> = emptyList(),
    val deletedItems: List<IndexPath> = emptyList(),
    val insertedItems: List<Placed<IndexPath, Item>> = emptyList(),
    val movedItems: List<Move<IndexPath>> = emptyList(),
    val updatedItems: List<Placed<IndexPath, Item>> = emptyList()
) {
    class Move<Position>(val from: Position, val to: Position)
    class Placed<Position, Content>(val at: Position, val content: Content)

    constructor(json: Map<String, Any?>, coder: ValueCoder<*>) : this(
        deletedSections = json.child("sections").children("deleted").map { it.count("index") },
        insertedSections = json.child("sections").children("inserted").map { Placed(it.count("index"), it.child("section")) },
        movedSections = json.child("sections").children("moved").map { Move(it.count("from"), it.count("to")) },
        updatedSections = json.child("sections").children("updated").map { Placed(it.count("index"), it.child("section")) },
        deletedItems = json.child("items").children("deleted").map { it.path("indexPath") },
        insertedItems = json.child("items").children("inserted").map { Placed(it.path("indexPath"), Item(it.child("item"), coder)) },
        movedItems = json.child("items").children("moved").map { Move(it.path("from"), it.path("to")) },
        updatedItems = json.child("items").children("updated").map { Placed(it.path("indexPath"), Item(it.child("item"), coder)) }
    )

    val changesSections get() = deletedSections.isNotEmpty() || insertedSections.isNotEmpty() || movedSections.isNotEmpty()
}
