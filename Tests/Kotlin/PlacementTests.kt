package sectional

import Shown
import StrictView
import java.util.Random

/** Items that are inserted and moved here: what a screen shows of them before the server has them, and how they are sent. */
object PlacementTests {
    /** A screen of a list of which all rows are loaded, or some, and a view that is told of each operation. */
    private class Shelf(val server: List<MutableList<String>>, isLoaded: Boolean = true, identity: String? = null) {
        val screen = ListScreen(PlainValues)
        var version = 5L
        private var keys = 0
        private val view: StrictView

        init {
            val model = model()
            if (identity != null) model.info = mapOf("identity" to identity)
            if (isLoaded) model.place(server.flatten().map { testItem(it, 1) }, 0)
            screen.show(model, null)
            view = StrictView({ screen.model.rowCount }, ::shown)
            screen.tell(view)
        }

        fun model() = ListModel(
            server.mapIndexed { index, rows ->
                mapOf("id" to "s$index", "header" to null, "footer" to null, "metadata" to emptyMap<String, Any?>(), "itemCount" to rows.size)
            }, version
        )

        private fun shown() = (0 until screen.model.rowCount).map { position ->
            val path = screen.model.indexPath(position)
            if (path.row < 0) {
                Shown(screen.section(path.section).id, null)
            } else {
                screen.row<Any?>(path)?.let { Shown(it.id, listOf(it.json.text, it.isPending, it.isDeleted)) }
            }
        }

        val ids get() = screen.model.sections.indices.map { section ->
            (0 until screen.model.itemCount(section)).map { screen.model.item(IndexPath(section, it))?.id }
        }

        /** Forgets all rows that may be, as where the view is far away. */
        fun forget() {
            screen.forget(-1)
            view.reload()
        }

        fun row(section: Int, row: Int) = screen.row<Any?>(IndexPath(section, row))!!

        fun edit(build: ListBatch<Any?>.() -> Unit): PendingWrite {
            val batch = ListBatch<Any?>(screen, PlainValues, true)
            batch.build()
            keys += 1
            val isOne = batch.parts.size == 1
            val spots = if (isOne) batch.spots else emptyList()
            val write = PendingWrite("$keys", batch.parts, spots = spots, section = batch.section, hasOwnID = isOne && batch.hasOwnID)
            screen.added(write)
            return write
        }

        /** Brings the server's list to the screen, by what is done to it. */
        fun change(change: (List<MutableList<String>>) -> Unit) {
            val before = server.map { it.toList() }
            change(server)
            fun places(lists: List<List<String>>) =
                lists.flatMapIndexed { section, rows -> rows.mapIndexed { row, id -> id to listOf(section, row) } }.toMap()
            val (old, new) = Pair(places(before), places(server))
            // What is elsewhere in its section counts as moved.
            val moved = new.keys.filter { it in old && old[it] != new[it] }
            val kinds = mapOf(
                "deleted" to old.filterKeys { it !in new }.values.sortedWith(compareBy({ it[0] }, { it[1] })).map { mapOf("indexPath" to it) },
                "inserted" to new.filterKeys { it !in old }.map { mapOf("indexPath" to it.value, "item" to item(it.key)) },
                "moved" to moved.map { mapOf("from" to old[it], "to" to new[it]) }, "updated" to emptyList<Any?>()
            )
            val none = kinds.mapValues { emptyList<Any?>() }
            val json = mapOf(
                "from" to version, "to" to version + 1, "reload" to false, "properties" to null, "stages" to listOf(mapOf("sections" to none, "items" to kinds))
            )
            version += 1
            check(screen.show(Change(json, PlainValues))) { "$json does not fit" }
        }

        private fun item(id: String) = mapOf("id" to id, "type" to null, "cell" to "Cell", "revision" to version + 1, "value" to 1)
    }

    private fun <Element, Result> List<Element>.flatMapIndexed(body: (Int, Element) -> List<Result>) = mapIndexed(body).flatten()

    private fun shelf(vararg sections: String) = Shelf(sections.map { it.map { letter -> "$letter" }.toMutableList() })

    fun run(): String {
        shown()
        sent()
        ordered()
        marked()
        loaded()
        anew()
        for (seed in 0L until 400) random(seed)
        return "placements pass"
    }

    private fun shown() = with(shelf("abc", "d")) {
        val insertion = edit { insert(mapOf("n" to 1), IndexPath(0, 1), id = "x") }
        check(ids == listOf(listOf("a", "x", "b", "c"), listOf("d"))) { "$ids" }
        check(row(0, 1).let { it.isPending && it.cell == "Cell" && it.revision == 0L && it.value == mapOf("n" to JSONNumber("1")) })
        val move = edit { move(row(0, 0), IndexPath(1, 1)) }
        check(ids == listOf(listOf("x", "b", "c"), listOf("d", "a")) && row(1, 1).isPending) { "$ids" }
        val second = edit { move(row(0, 0), IndexPath(1, 0)) }
        check(ids == listOf(listOf("b", "c"), listOf("x", "d", "a"))) { "$ids" }
        val update = edit { update(row(1, 0), mapOf("n" to 2)) }
        check(row(1, 0).json.text == """{"n":2}""")
        // Others write meanwhile, and each edit stays beside what it was put beside.
        change { it[1].add(0, "e") }
        check(ids == listOf(listOf("b", "c"), listOf("e", "x", "d", "a"))) { "$ids" }
        // The server has the insertion, whose answer comes later.
        change { it[0].add(1, "x") }
        check(ids == listOf(listOf("b", "c"), listOf("e", "x", "d", "a"))) { "$ids" }
        screen.answered(insertion.key, 7)
        screen.refused(second.key)
        check(ids == listOf(listOf("x", "b", "c"), listOf("e", "d", "a")) && row(0, 0).json.text == """{"n":2}""") { "$ids" }
        screen.refused(update.key)
        check(!row(0, 0).isPending && row(0, 0).json.text == "1")
        screen.answered(move.key, 8)
        check(row(1, 2).isPending)
        change { it[1].add(it[0].removeAt(0)) }
        check(ids == listOf(listOf("x", "b", "c"), listOf("e", "d", "a")) && !row(1, 2).isPending) { "$ids" }
        val other = edit { insert(1, IndexPath(0, 3)) }
        check(ids[0].last() == other.parts[0].id && other.hasOwnID)
        screen.refused(other.key)
        check(ids[0] == listOf("x", "b", "c"))
    }

    /** The order of sending, and the condition of an edit of what was inserted. */
    private fun sent() = with(shelf("ab")) {
        val queue = WriteQueue()
        val insertion = edit { insert(1, IndexPath(0, 1), id = "x") }
        val update = edit { update(row(0, 1), 2) }
        val beside = edit { move(row(0, 0), IndexPath(0, 1)) }
        check(ids == listOf(listOf("x", "a", "b")) && "\"after\":\"@x\"" !in beside.body && "\"before\":\"@b\"" in beside.body) { beside.body }
        val after = edit { insert(3, IndexPath(0, 0), id = "y") }
        check("\"before\":\"@x\"" in after.body) { after.body }
        for (write in listOf(insertion, update, after)) queue.add(write)
        check(queue.next(0)?.key == insertion.key)
        val busy = ListFailure.of(Problem(503, mapOf("type" to "x/unavailable")))
        check(queue.failed(insertion.key, busy, 0, 0.0) === WriteQueue.Outcome.Waiting && queue.next(250) == null)
        check(queue.next(2_000)?.key == insertion.key)
        queue.answered(insertion.key, PendingWrite.Answer(9, mapOf("x" to 9L)))
        check(queue.next(2_000)!!.body == """{"operations":[{"op":"updateItem","item":"@x","value":2,"ifMatch":"r9@x"}]}""")
        // After a restart nobody knows the revision.
        val next = WriteQueue()
        next.add(update)
        check("ifMatch" !in next.next(0)!!.body)
        // In a list with an identity the value has the id.
        val named = Shelf(listOf(mutableListOf("a")), identity = "/code")
        check(named.edit { insert(mapOf("code" to 7), IndexPath(0, 0)) }.parts[0].let { it.id == "7" && "id" !in it.operation.child("item") })
        check(named.ids == listOf(listOf("7", "a")))
        check(named.edit { insert(mapOf("code" to 1.5), IndexPath(0, 0)) }.parts[0].id == null && named.ids == listOf(listOf("7", "a")))
    }

    /** An item that is moved out of a section is there before the section goes. */
    private fun ordered() = with(shelf("ab", "cd")) {
        val queue = WriteQueue()
        val writes = listOf(edit { move(row(0, 0), IndexPath(1, 0)) }, edit { deleteSection(screen.section(0)) }, edit { update(row(1, 2), 2) })
        for (write in writes) queue.add(write)
        val busy = ListFailure.of(Problem(503, mapOf("type" to "x/unavailable")))
        check(queue.next(0)?.key == "1" && queue.failed("1", busy, 0, 0.0) === WriteQueue.Outcome.Waiting && queue.next(250)?.key == "3")
        queue.answered("3", PendingWrite.Answer(6, emptyMap()))
        check(queue.next(250) == null && queue.next(2_000)?.key == "1")
        queue.answered("1", PendingWrite.Answer(7, emptyMap()))
        check(queue.next(2_000)?.key == "2")
    }

    /** A row of a section that is deleted here is marked, also where it comes back there. */
    private fun marked() = with(shelf("ab", "c")) {
        val moves = edit {
            move(row(0, 0), IndexPath(1, 0))
            update(row(0, 1), 2)
        }
        edit { deleteSection(screen.section(0)) }
        check(ids == listOf(listOf("b"), listOf("a", "c")) && !row(1, 0).isDeleted && row(0, 0).isDeleted)
        // What it was put beside has gone.
        change { it[1].remove("c") }
        check(ids == listOf(listOf("a", "b"), emptyList()) && row(0, 0).isDeleted)
        change { it[1].add("c") }
        check(ids == listOf(listOf("b"), listOf("a", "c")) && !row(1, 0).isDeleted)
        screen.refused(moves.key)
        check(row(0, 0).let { it.id == "a" && it.isDeleted } && row(0, 1).let { it.json.text == "1" && it.isDeleted })
    }

    /** After a restart it shows when the row is loaded that it comes beside. */
    private fun loaded() {
        val before = shelf("abcd")
        val writes = listOf(
            before.edit { insert(1, IndexPath(0, 2), id = "x") }, before.edit { insert(2, IndexPath(0, 2), id = "y") },
            before.edit { move(before.row(0, 0), IndexPath(0, 3)) }
        )
        check(before.ids == listOf(listOf("b", "y", "x", "a", "c", "d"))) { "${before.ids}" }
        val after = Shelf(before.server, isLoaded = false)
        for (write in writes) after.screen.added(PendingWrite.of(write.json))
        for (write in writes) after.screen.added(write)
        val model = after.screen.model
        check(model.itemCount(0) == 4)
        for (row in 0..3) model.setSlot(IndexPath(0, row), Slot.Wanted)
        check(after.screen.withoutPlaced { model.ask(0, 4, 1) })
        after.screen.fill(1, "abcd".map { testItem("$it", 1) })
        check(after.ids == before.ids) { "${after.ids}" }
        // Rows that are far away are forgotten, but for these.
        after.forget()
        check(after.ids == listOf(listOf(null, "y", "x", "a", null, null))) { "${after.ids}" }
        for (write in writes) after.screen.refused(write.key)
        check(after.ids == listOf(listOf("a", null, null, null))) { "${after.ids}" }
    }

    /** The list is loaded again: the edits are put into it, and the row on top is found. */
    private fun anew() = with(shelf("ab", "cd")) {
        edit { insert(1, IndexPath(1, 0), id = "x") }
        edit { move(row(0, 0), IndexPath(1, 0)) }
        version = 9
        val model = model()
        model.place("abcd".map { testItem("$it", 1) }, 0)
        screen.show(model, IndexPath(1, 1))
        check(ids == listOf(listOf("b"), listOf("a", "x", "c", "d")) && screen.model.indexPath(screen.visible.first) == IndexPath(1, 3)) { "$ids" }
    }

    /** Against plain lists of ids: edits, changes of others, answers and refusals in any order. */
    private fun random(seed: Long) = with(shelf("abcd", "ef", "")) {
        val random = Random(seed)
        /** An edit that is shown; the version of its answer is 0 before it. */
        class Edit(val write: PendingWrite, var version: Long = 0)
        val edits = ArrayList<Edit>()
        fun place(lists: List<MutableList<String>>, write: PendingWrite) {
            val part = write.parts[0]
            val id = part.id!!
            if (part.isDeletion || lists.any { id in it } == (part.operation["op"] == "insertItem")) return
            val section = lists[write.section!!.drop(1).toInt()]
            val found = write.spots.first { spot -> spot.isEmpty() || (spot.values.first() as String).drop(1) in section }
            val name = (found.values.firstOrNull() as String?)?.drop(1)
            if (name == id) return
            for (list in lists) list.remove(id)
            section.add(if (name == null) section.size else section.indexOf(name) + if ("before" in found) 0 else 1, id)
        }
        for (step in 0 until 40) {
            when (random.nextInt(7)) {
                0, 1 -> random.nextInt(3).let { section ->
                    edits.add(Edit(edit { insert(step, IndexPath(section, random.nextInt(ids[section].size + 1)), id = "n$step") }))
                }
                2 -> ids.flatten().filterNotNull().filterNot { screen.overlay.isDeleted(it) }.let { left ->
                    if (left.isEmpty()) return@let
                    val row = screen.row<Any?>(screen.model.paths(setOf(left[random.nextInt(left.size)])).first())!!
                    val section = random.nextInt(3)
                    val count = ids[section].size - if (row.id in ids[section]) 1 else 0
                    edits.add(Edit(edit { if (random.nextInt(4) == 0) delete(row) else move(row, IndexPath(section, random.nextInt(count + 1))) }))
                }
                3 -> change { lists -> lists[random.nextInt(3)].let { it.add(random.nextInt(it.size + 1), "z$step") } }
                4 -> change { lists -> lists[random.nextInt(3)].let { if (it.isNotEmpty()) it.removeAt(random.nextInt(it.size)) } }
                5 -> change { lists ->
                    val from = lists[random.nextInt(3)]
                    if (from.isNotEmpty()) {
                        val id = from.removeAt(random.nextInt(from.size))
                        lists[random.nextInt(3)].let { it.add(random.nextInt(it.size + 1), id) }
                    }
                }
                else -> edits.firstOrNull { it.version == 0L }?.let { edit ->
                    // The server does it, or refuses it: also what it cannot do any more.
                    val id = edit.write.parts[0].id!!
                    val isThere = server.any { id in it }
                    if (random.nextInt(4) == 0 || isThere == (edit.write.parts[0].operation["op"] == "insertItem")) {
                        edits.remove(edit)
                        screen.refused(edit.write.key)
                    } else {
                        edit.version = version + 1
                        val isEarly = random.nextBoolean()
                        if (isEarly) screen.answered(edit.write.key, edit.version)
                        change { lists -> if (edit.write.parts[0].isDeletion) lists.forEach { it.remove(id) } else place(lists, edit.write) }
                        if (!isEarly) screen.answered(edit.write.key, edit.version)
                    }
                }
            }
            edits.removeAll { it.version != 0L && it.version <= version }
            screen.withoutPlaced { check(ids == server) { "seed $seed, step $step: $ids is not $server" } }
            val expected = server.map { it.toMutableList() }
            for (edit in edits) place(expected, edit.write)
            check(ids == expected) { "seed $seed, step $step: $ids is not $expected" }
            val pending = edits.map { it.write.parts[0].id }.toSet()
            for (section in 0..2) for (row in ids[section].indices) row(section, row).let { check(it.isPending == it.id in pending) { "seed $seed, step $step" } }
        }
    }
}
