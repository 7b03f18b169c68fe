package sectional

/**
 * Makes the model what it is after a stage, and tells of each operation when it is done: removals from the end, arrivals from the start. A view
 * has no move of a range, so a section that moves is taken out and put in.
 *
 * [ListShape] accepts the stage.
 */
internal fun ListModel.apply(stage: Stage, view: ListUpdateCallback) {
    removeItems(stage, view)
    val movers = stage.movedItems.groupBy { it.from.section }.map { (index, moves) -> Movers(sections[index], moves, stage.deletedItems) }
    if (stage.changesSections) changeSections(stage, view)
    ItemArrivals(this, movers, view).arrive(stage)
    for (update in stage.updatedSections) sections[update.at].info = update.content
    // Rows that nobody has looked at stay unknown; one that is asked for is known from now on.
    val updates = stage.updatedItems.filter { slot(it.at) != null }
    for (update in updates) setSlot(update.at, Slot.Known(update.content))
    tellChanged(stage.updatedSections.map { positionOfHeader(it.at) } + updates.map { position(it.at) }, view)
}

private fun ListModel.removeItems(stage: Stage, view: ListUpdateCallback) {
    var start = 0
    var count = 0
    for (path in stage.deletedItems.asReversed()) {
        val position = position(path)
        if (count > 0 && position != start - 1) {
            view.onRemoved(start, count)
            count = 0
        }
        removeRow(sections[path.section], path.row)
        start = position
        count += 1
    }
    if (count > 0) view.onRemoved(start, count)
}

private fun ListModel.changeSections(stage: Stage, view: ListUpdateCallback) {
    val leaving = stage.deletedSections + stage.movedSections.map { it.from }
    for (index in leaving.sortedDescending()) {
        val count = 1 + itemCount(index)
        // It counts nothing from here on, and goes with the others.
        offsets.add(-count, index)
        view.onRemoved(positionOfHeader(index), count)
    }
    val arrivals = HashMap<Int, ListModel.Section>()
    for (insert in stage.insertedSections) arrivals[insert.at] = ListModel.Section(insert.content, insert.content.count("itemCount"))
    for (move in stage.movedSections) arrivals[move.to] = sections[move.from]
    val gone = leaving.toSet()
    val staying = sections.filterIndexed { index, _ -> index !in gone }.iterator()
    setSections(List(sections.size - gone.size + arrivals.size) { arrivals[it] ?: staying.next() }, arrivals.keys)
    for ((index, section) in arrivals.toSortedMap()) {
        offsets.add(1 + section.rows.count, index)
        view.onInserted(positionOfHeader(index), 1 + section.rows.count)
    }
}

/** The items of one section that move and have not left yet, by row. */
private class Movers(val section: ListModel.Section, moves: List<Stage.Move<IndexPath>> = emptyList(), deleted: List<IndexPath> = emptyList()) {
    val moves = moves.sortedBy { it.from }
    /** Their rows after the deletions, and before anything else. */
    private val rows: IntArray
    private val hasLeft = BooleanArray(moves.size)
    private val left = PrefixSums(IntArray(moves.size))
    /** How many items had arrived before a mover when the arrivals passed it. */
    private val arrivedBefore = IntArray(moves.size)
    private var arrived = 0
    private var passed = 0
    private var waitingPassed = 0

    init {
        val gone = if (moves.isEmpty()) emptyList() else deleted.filter { it.section == moves[0].from.section }
        rows = IntArray(moves.size) { index ->
            val from = this.moves[index].from
            from.row - (-gone.binarySearch(from) - 1)
        }
    }

    fun indexOf(move: Stage.Move<IndexPath>) = moves.binarySearch { it.from.compareTo(move.from) }

    /** The row of a mover now. */
    fun row(index: Int) = rows[index] - left.before(index) + if (index < passed) arrivedBefore[index] else arrived

    /** The row now of an arrival whose row is `row` once all have left. Arrivals come in order. */
    fun target(row: Int): Int {
        while (passed < rows.size) {
            if (!hasLeft[passed]) {
                if (row(passed) > row + waitingPassed) break
                waitingPassed += 1
            }
            arrivedBefore[passed] = arrived
            passed += 1
        }
        return row + waitingPassed
    }

    fun leave(index: Int) {
        hasLeft[index] = true
        left.add(1, index)
        if (index < passed) waitingPassed -= 1
    }

    fun arrive() {
        arrived += 1
    }
}

private class ItemArrivals(private val model: ListModel, movers: List<Movers>, private val view: ListUpdateCallback) {
    private class Arrival(val to: IndexPath, val item: Item?, val move: Stage.Move<IndexPath>?)

    private val movers = movers.associateByTo(HashMap()) { it.section }
    /** Rows that were inserted side by side, and not told of yet. */
    private var start = 0
    private var count = 0

    fun arrive(stage: Stage) {
        val sources = HashMap<Stage.Move<IndexPath>, Movers>()
        for (mover in movers.values) for (move in mover.moves) sources[move] = mover
        val arrivals = stage.insertedItems.map { Arrival(it.at, it.content, null) } + stage.movedItems.map { Arrival(it.to, null, it) }
        for (arrival in arrivals.sortedBy { it.to }) {
            val section = model.sections[arrival.to.section]
            val there = movers.getOrPut(section) { Movers(section) }
            val row = there.target(arrival.to.row)
            if (arrival.move == null) insert(arrival.item!!, section, row) else move(arrival.move, sources.getValue(arrival.move), section, row)
            there.arrive()
        }
        tellInserted()
    }

    private fun insert(item: Item, section: ListModel.Section, row: Int) {
        val position = model.position(IndexPath(section.index, row))
        if (count > 0 && position != start + count) tellInserted()
        if (count == 0) start = position
        count += 1
        model.insertRow(section, row, if (isBesideKnown(section.rows, row)) Slot.Known(item) else null)
    }

    private fun tellInserted() {
        if (count > 0) view.onInserted(start, count)
        count = 0
    }

    private fun move(move: Stage.Move<IndexPath>, source: Movers, section: ListModel.Section, target: Int) {
        tellInserted()
        val index = source.indexOf(move)
        val row = source.row(index)
        val from = model.position(IndexPath(source.section.index, row))
        source.leave(index)
        val slot = model.removeRow(source.section, row)
        val to = if (source.section === section && row < target) target - 1 else target
        model.insertRow(section, to, slot)
        val end = model.position(IndexPath(section.index, to))
        if (from != end) view.onMoved(from, end)
    }

    /** An item that comes into the middle of what is unknown stays unknown, so that memory is bounded by what was looked at. */
    private fun isBesideKnown(rows: SparseRows, row: Int) =
        rows.count == 0 || row > 0 && rows[row - 1] != null || row < rows.count && rows[row] != null
}
