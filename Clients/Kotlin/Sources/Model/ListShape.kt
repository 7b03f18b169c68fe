package sectional

/**
 * The counts of a list's sections: enough to say whether stages fit before a view is told of them. Counts from a network may be wrong, and a
 * view with wrong counts fails.
 */
internal class ListShape(model: ListModel) {
    private var counts = model.sections.mapTo(ArrayList()) { it.rows.count }

    /** Takes a stage. False where it does not fit; the shape is of no use then. */
    fun accept(stage: Stage) = takeRowsOut(stage) && changeSections(stage) && putRowsIn(stage) && holdsUpdates(stage)

    private fun takeRowsOut(stage: Stage): Boolean {
        val leaving = stage.deletedItems + stage.movedItems.map { it.from }
        if (!areDifferent(leaving) || !leaving.all(::contains) || stage.deletedItems.sorted() != stage.deletedItems) return false
        for (path in leaving) counts[path.section] -= 1
        return true
    }

    private fun changeSections(stage: Stage): Boolean {
        if (!stage.changesSections) return true
        val leaving = stage.deletedSections + stage.movedSections.map { it.from }
        if (!areDifferent(leaving) || !leaving.all { it in counts.indices }) return false
        val arrivals = stage.insertedSections.map { Pair(it.at, it.content.count("itemCount")) } +
            stage.movedSections.map { Pair(it.to, counts[it.from]) }
        val size = counts.size - leaving.size + arrivals.size
        if (!areDifferent(arrivals.map { it.first }) || arrivals.any { it.first !in 0 until size }) return false
        // Rows come and go in others than the sections that come and go.
        val gone = leaving.toSet()
        if ((stage.deletedItems + stage.movedItems.map { it.from }).any { it.section in gone }) return false
        val new = arrivals.toMap()
        if ((stage.insertedItems.map { it.at } + stage.movedItems.map { it.to }).any { it.section in new }) return false
        val staying = counts.filterIndexed { index, _ -> index !in gone }.iterator()
        counts = (0 until size).mapTo(ArrayList<Int>()) { new[it] ?: staying.next() }
        return counts.fold(size.toLong()) { sum, count -> sum + count } <= Int.MAX_VALUE
    }

    private fun putRowsIn(stage: Stage): Boolean {
        val arrivals = (stage.insertedItems.map { it.at } + stage.movedItems.map { it.to }).sorted()
        for (path in arrivals) {
            if (path.section !in counts.indices || path.row < 0 || path.row > counts[path.section]) return false
            counts[path.section] += 1
        }
        return areDifferent(arrivals)
    }

    private fun holdsUpdates(stage: Stage) =
        stage.updatedSections.all { it.at in counts.indices && counts[it.at] == it.content.count("itemCount") } &&
            stage.updatedItems.all { contains(it.at) }

    private fun areDifferent(all: List<Any>) = all.toHashSet().size == all.size

    private fun contains(path: IndexPath) = path.section in counts.indices && path.row >= 0 && path.row < counts[path.section]
}
