package sectional

// Rows of a model that are looked at, asked for, and come.

/** Marks a row that nothing is known of as looked at. */
internal fun ListModel.want(path: IndexPath) {
    if (contains(path) && slot(path) == null) setSlot(path, Slot.Wanted)
}

/** The wanted row that is nearest to an offset, as an offset. */
internal fun ListModel.nearestWanted(to: Int): Int? {
    var nearest: Int? = null
    forEachKnown { path, slot ->
        if (slot === Slot.Wanted) {
            val offset = offset(path)
            if (nearest == null || Math.abs(offset - to) < Math.abs(nearest!! - to)) nearest = offset
        }
    }
    return nearest
}

/**
 * Marks what is unknown or wanted of a window as asked for, at the version that the model has. The marks move with the changes that come
 * meanwhile, so the page is right whenever it comes. False where nothing is.
 */
internal fun ListModel.ask(offset: Int, limit: Int, ticket: Int): Boolean {
    var isAny = false
    forEachPath(offset, limit) { path, index ->
        val slot = slot(path)
        if (slot == null || slot === Slot.Wanted) {
            setSlot(path, Slot.Asked(ticket, index))
            isAny = true
        }
    }
    return isAny
}

/** Puts a page's items where their marks are now. A page may close early; what did not come is wanted again. */
internal fun ListModel.fill(ticket: Int, items: List<Item>, view: ListUpdateCallback) {
    val paths = ArrayList<IndexPath>()
    forEachKnown { path, slot ->
        if (slot is Slot.Asked && slot.ticket == ticket) {
            val item = items.getOrNull(slot.index)
            setSlot(path, if (item == null) Slot.Wanted else Slot.Known(item))
            if (item != null) paths.add(path)
        }
    }
    tellChanged(paths.map { position(it) }, view)
}

/** Tells of rows that show something else, those side by side at once. */
internal fun tellChanged(positions: List<Int>, view: ListUpdateCallback) {
    var start = 0
    var count = 0
    for (position in positions.sorted()) {
        if (count > 0 && position != start + count) {
            view.onChanged(start, count)
            count = 0
        }
        if (count == 0) start = position
        count += 1
    }
    if (count > 0) view.onChanged(start, count)
}

/** Puts items at an offset of this very version. */
internal fun ListModel.place(items: List<Item>, offset: Int) {
    forEachPath(offset, items.size) { path, index -> setSlot(path, Slot.Known(items[index])) }
}

/** Forgets items that are further than this from an offset, but for those that are kept. */
internal fun ListModel.forget(around: Int, distance: Int, isKept: (String) -> Boolean) {
    forEachKnown { path, slot ->
        if (slot !is Slot.Asked && Math.abs(offset(path) - around) > distance && !(slot is Slot.Known && isKept(slot.item.id))) setSlot(path, null)
    }
}

private inline fun ListModel.forEachPath(offset: Int, limit: Int, body: (IndexPath, Int) -> Unit) {
    var path = indexPathOfItem(offset) ?: return
    for (index in 0 until minOf(limit, itemTotal - offset)) {
        while (path.row >= itemCount(path.section)) path = IndexPath(path.section + 1, 0)
        body(path, index)
        path = IndexPath(path.section, path.row + 1)
    }
}
