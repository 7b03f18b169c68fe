package sectional

import Shown
import StrictView
import java.io.File
import java.util.Random

/** Edits of sections: what a screen shows of them, and the order in which they are sent. */
object SectionTests {
    /** A screen of a list at a version, and a view that is told of each operation. */
    private class Shelf(ids: List<String>, val rows: Int = 2) {
        val screen = ListScreen(PlainValues)
        var version = 5L
        private var keys = 0
        private val view: StrictView

        init {
            screen.show(model(ids), null)
            view = StrictView({ screen.model.rowCount }, ::shown)
            screen.tell(view)
        }

        fun info(id: String) =
            mapOf("id" to id, "header" to id.toUpperCase(), "footer" to null, "metadata" to emptyMap<String, Any?>(), "itemCount" to rows)

        fun model(ids: List<String>) = ListModel(ids.map(::info), version).also { model ->
            model.place(ids.flatMap { id -> (0 until rows).map { testItem("$id$it", 1) } }, 0)
        }

        private fun shown() = (0 until screen.model.rowCount).map { position ->
            val path = screen.model.indexPath(position)
            if (path.row < 0) {
                screen.section(path.section).let { Shown(it.id, listOf(it.header, it.isPending, it.isDeleted)) }
            } else {
                screen.row<Any?>(path)?.let { Shown(it.id, listOf(it.isPending, it.isDeleted)) }
            }
        }

        val ids get() = screen.model.sections.map { it.info.text("id") }

        fun section(id: String) = screen.section(screen.model.indexOfSection(id)!!)

        fun edit(build: ListBatch<Any?>.() -> Unit): PendingWrite {
            val batch = ListBatch<Any?>(screen, PlainValues, false)
            batch.build()
            keys += 1
            val isOne = batch.parts.size == 1
            val write = PendingWrite(
                "$keys", batch.parts, spots = if (isOne) batch.spots else emptyList(), section = batch.section, hasOwnID = isOne && batch.hasOwnID
            )
            screen.added(write)
            return write
        }

        /** The server's next version: a list of operations on sections, each with its kind. */
        fun change(vararg operations: Pair<String, Map<String, Any?>>) = change(operations.toList(), emptyList())

        /** The server's next version: an item of a section moves to the end of another. */
        fun moveItem(from: IndexPath, to: IndexPath) {
            fun json(path: IndexPath) = listOf(path.section, path.row)
            change(emptyList(), listOf("moved" to mapOf("from" to json(from), "to" to json(to))))
        }

        private fun change(ofSections: List<Pair<String, Map<String, Any?>>>, ofItems: List<Pair<String, Map<String, Any?>>>) {
            fun kinds(operations: List<Pair<String, Map<String, Any?>>>) =
                listOf("deleted", "inserted", "moved", "updated").map { kind -> kind to operations.filter { it.first == kind }.map { it.second } }.toMap()
            val stage = mapOf("sections" to kinds(ofSections), "items" to kinds(ofItems))
            val json = mapOf("from" to version, "to" to version + 1, "reload" to false, "properties" to null, "stages" to listOf(stage))
            version += 1
            check(screen.show(Change(json, PlainValues))) { "$json does not fit" }
        }

        fun inserted(index: Int, id: String) = "inserted" to mapOf("index" to index, "section" to info(id))
        fun deleted(index: Int) = "deleted" to mapOf<String, Any?>("index" to index)
        fun moved(from: Int, to: Int) = "moved" to mapOf<String, Any?>("from" to from, "to" to to)
    }

    fun run(folder: String): String {
        shown()
        bodies()
        pages()
        anew()
        order()
        kept(File(folder, "sections"))
        for (seed in 0L until 300) random(seed)
        return "sections pass"
    }

    private fun shown() = with(Shelf(listOf("a", "b", "c"))) {
        val insertion = edit { insertSection(1, "New", id = "n") }
        check(ids == listOf("a", "n", "b", "c") && section("n").let { it.isPending && it.header == "New" && it.itemCount == 0 }) { "$ids" }
        val update = edit { updateSection(section("n"), header = "Newer", metadata = mapOf("x" to 1)) }
        val move = edit { moveSection(section("c"), 0) }
        check(ids == listOf("c", "a", "n", "b") && section("n").let { it.header == "Newer" && it.metadata == mapOf("x" to JSONNumber("1")) })
        val deletion = edit { deleteSection(section("b")) }
        val row = screen.row<Any?>(IndexPath(3, 1))!!
        check(section("b").isDeleted && row.isDeleted && row.isPending && section("c").isPending && !section("a").isPending)
        for (build in listOf<ListBatch<Any?>.() -> Unit>(
            { deleteSection(section("b")) }, { insert(1, IndexPath(3, 0)) }, { delete(row) }, { updateSection(section("b"), footer = 1) }
        )) {
            check(failure { edit(build) } === ListFailure.DeletedHere)
        }
        // Others change the list meanwhile, and each edit stays beside what it was put beside.
        change(inserted(0, "z"))
        check(ids == listOf("z", "c", "a", "n", "b")) { "$ids" }
        // The server has the insertion, whose answer comes later.
        change(inserted(2, "n"))
        check(ids == listOf("z", "c", "a", "n", "b") && section("n").let { it.itemCount == 2 && it.header == "Newer" })
        screen.answered(insertion.key, 7)
        check(section("n").isPending)
        screen.refused(update.key)
        check(section("n").let { !it.isPending && it.header == "N" })
        screen.refused(move.key)
        check(ids == listOf("z", "a", "n", "b", "c") && !section("c").isPending) { "$ids" }
        screen.answered(deletion.key, 8)
        check(section("b").isDeleted)
        change(deleted(3))
        check(ids == listOf("z", "a", "n", "c") && ids.none { section(it).isPending || section(it).isDeleted }) { "$ids" }
        check(failure { edit { moveSection(ListSection(info("b"), 0, false, false), 0) } } is ListFailure.Gone)
        check(failure { edit { insertSection(5) } } === ListFailure.NotLoaded)
    }

    private fun failure(body: () -> Unit): Exception? = try {
        body()
        null
    } catch (error: Exception) {
        error
    }

    /** The operations that are sent: the difference of members, beside names. */
    private fun bodies() = with(Shelf(listOf("a", "b", "c"))) {
        fun operations(write: PendingWrite) = write.body.removePrefix("{\"operations\":[").removeSuffix("]}")
        val insertion = edit { insertSection(1, "H", metadata = mapOf("m" to 1), id = "n") }
        val members = """"header":"H","footer":null,"metadata":{"m":1}"""
        check(operations(insertion) == """{"op":"insertSection","section":{"id":"n",$members},"before":"@b"}""") { insertion.body }
        check(insertion.spots == listOf(mapOf("before" to "@b"), mapOf("before" to "@c"), mapOf("after" to "@a"), emptyMap()))
        val update = edit { updateSection(section("n"), header = null, metadata = mapOf("m" to 1, "k" to 2)) }
        check(operations(update) == """{"op":"updateSection","section":"@n","merge":{"header":null,"metadata":{"k":2}}}""") { update.body }
        check(section("n").header == null)
        val move = edit { moveSection(section("a"), 3) }
        check(operations(move) == """{"op":"moveSection","section":"@a","after":"@c"}""" && ids == listOf("n", "b", "c", "a")) { "$ids ${move.body}" }
        check(move.next(ListFailure.of(Problem(422, mapOf("type" to "x/reference-not-found")))) == null)
        check(operations(edit { deleteSection(section("c")) }) == """{"op":"deleteSection","section":"@c"}""")
        check(edit { updateSection(section("b")) }.parts.isEmpty())
        check(failure { edit { updateSection(section("b"), header = mapOf("x" to null)) } } is IllegalArgumentException)
        val both = edit {
            insertSection(0, id = "o")
            updateSection(section("b"), footer = 7)
        }
        check(both.parts.size == 2 && both.spots.isEmpty() && ids.first() == "o" && section("b").footer == JSONNumber("7"))
        screen.refused(both.key)
        check(ids == listOf("n", "b", "c", "a") && section("b").footer == null)
        val own = edit { insertSection(4) }
        check(own.hasOwnID && own.parts[0].section!!.length == 36 && ids.last() == own.parts[0].section)
    }

    /** Pages are asked for by the server's offsets, and come where their rows are. */
    private fun pages() = with(Shelf(listOf("a", "b", "c"))) {
        val model = screen.model
        edit { moveSection(section("c"), 0) }
        for (row in 0..1) model.setSlot(IndexPath(0, row), Slot.Wanted)
        check(screen.withoutPlaced { model.nearestWanted(0).also { model.ask(it!!, 2, 7) } } == 4)
        check(ids == listOf("c", "a", "b"))
        screen.fill(7, listOf(testItem("c0", 9), testItem("c1", 9)))
        check(model.item(IndexPath(0, 0))?.revision == 9L && model.item(IndexPath(0, 1))?.id == "c1")
        val kept = screen.withoutPlaced { SnapshotFile.snapshot(model, 0, null, null, 0) { true } }!!
        check(kept.children("sections").map { it["id"] } == listOf("a", "b", "c") && ids == listOf("c", "a", "b"))
    }

    /** The list is loaded again: the edits are put into it, and the row on top is found. */
    private fun anew() = with(Shelf(listOf("a", "b"))) {
        edit { insertSection(0, id = "n") }
        version = 9
        screen.show(model(listOf("b", "a")), IndexPath(1, 1))
        check(ids == listOf("b", "n", "a") && screen.model.indexPath(screen.visible.first) == IndexPath(2, 1)) { "$ids ${screen.visible}" }
        // Before a list is there nothing is put into it.
        val empty = ListScreen(PlainValues)
        val operation = mapOf("op" to "insertSection", "section" to info("n"))
        empty.added(PendingWrite("1", listOf(PendingWrite.Part(operation, value = JSONValue(info("n")), section = "n"))))
        check(empty.model.rowCount == 0)
        empty.show(model(listOf("a")), null)
        check(empty.model.sections.map { it.info["id"] } == listOf("a", "n"))
    }

    /** Edits of sections are sent in their order, and what is put into a section after its insertion. */
    private fun order() = with(Shelf(listOf("a", "b"))) {
        val queue = WriteQueue()
        val writes = listOf(
            edit { insertSection(1, id = "n") }, edit { insert("row", IndexPath(1, 0)) }, edit { moveSection(section("a"), 2) },
            edit { update(screen.row(IndexPath(1, 0))!!, 7) }
        )
        for (write in writes) queue.add(write)
        check(writes[1].body.contains(""""section":"@n"""") && queue.next(0)?.key == "1")
        val busy = ListFailure.of(Problem(503, mapOf("type" to "x/unavailable")))
        check(queue.failed("1", busy, 0, 0.0) === WriteQueue.Outcome.Waiting && queue.next(250)?.key == "4")
        queue.answered("4", PendingWrite.Answer(6, emptyMap()))
        check(queue.next(250) == null && queue.next(1_000)?.key == "1")
        // Its id is of this app's making: it was done the first time.
        val taken = ListFailure.of(Problem(422, mapOf("type" to "x/id-taken")))
        check(queue.failed("1", taken, 1_000, 0.0) is WriteQueue.Outcome.Refused && queue.next(1_000)?.key == "2")
        val own = WriteQueue()
        own.add(edit { insertSection(0) })
        own.next(0)
        own.failed("5", java.io.IOException("no network"), 0, 0.0)
        own.next(1_000)
        check(own.failed("5", taken, 1_000, 0.0) is WriteQueue.Outcome.Done)
        // A deletion that was done is no refusal, and a target that has gone is followed by the next.
        for ((write, slug, isDone) in listOf(
            Triple(edit { deleteSection(section("b")) }, "section-gone", true), Triple(edit { moveSection(section("a"), 0) }, "section-gone", false)
        )) {
            val again = WriteQueue()
            again.add(write)
            again.next(0)
            again.failed(write.key, java.io.IOException("no network"), 0, 0.0)
            again.next(1_000)
            check(again.failed(write.key, ListFailure.of(Problem(410, mapOf("type" to "x/$slug"))), 1_000, 0.0) is WriteQueue.Outcome.Done == isDone)
        }
    }

    /** They are on disk until a snapshot has them. */
    private fun kept(file: File) = with(Shelf(listOf("a", "b"))) {
        val outbox = OutboxFile(file)
        val writes = listOf(
            edit { insertSection(1, "H", id = "n") }, edit { updateSection(section("n"), footer = "F") }, edit { deleteSection(section("a")) }
        )
        for (write in writes) outbox.put(write)
        val again = OutboxFile(file).writes
        check(JSON.write(again.map { it.json }) == JSON.write(writes.map { it.json }) && again.map { it.lanes } == writes.map { it.lanes })
        outbox.answered("1", PendingWrite.Answer(6, emptyMap()), 5)
        check(OutboxFile(file).writes.map { it.answer?.version } == listOf(6L, null, null))
        // At the next start they are shown over what was kept.
        val next = Shelf(listOf("a", "b"))
        for (write in OutboxFile(file).writes) next.screen.added(write)
        check(next.ids == listOf("a", "n", "b") && next.section("n").let { it.footer == "F" && it.isPending } && next.section("a").isDeleted)
        outbox.saved(6)
        check(OutboxFile(file).writes.map { it.key } == listOf("2", "3"))
    }

    /** Against a plain list of ids: edits, changes of others, items that they move, answers and refusals in any order. */
    private fun random(seed: Long) = with(Shelf(listOf("a", "b", "c", "d"), rows = 1)) {
        val random = Random(seed)
        val server = ids.toMutableList()
        /** The items of sections that do not have `rows` of them. */
        val counts = HashMap<String, Int>()
        /** An edit that is shown; the version of its answer is 0 before it. */
        class Edit(val write: PendingWrite, var version: Long = 0)
        val edits = ArrayList<Edit>()
        fun place(list: MutableList<String>, write: PendingWrite) {
            val id = write.parts[0].section!!
            val isInsertion = write.parts[0].operation["op"] == "insertSection"
            if (write.parts[0].isDeletion || (id in list) == isInsertion) return
            val found = write.spots.firstOrNull { spot -> spot.isEmpty() || (spot.values.first() as String).drop(1) in list } ?: return
            val name = (found.values.firstOrNull() as String?)?.drop(1)
            list.remove(id)
            list.add(if (name == null) list.size else list.indexOf(name) + if ("before" in found) 0 else 1, id)
        }
        for (step in 0 until 40) {
            when (random.nextInt(9)) {
                0 -> edits.add(Edit(edit { insertSection(random.nextInt(ids.size + 1), id = "n$step") }))
                1, 2 -> ids.filterNot { section(it).isDeleted }.let { left ->
                    if (left.isEmpty()) return@let
                    val write = edit {
                        val chosen = section(left[random.nextInt(left.size)])
                        if (random.nextInt(4) == 0) deleteSection(chosen) else moveSection(chosen, random.nextInt(ids.size))
                    }
                    if (write.parts.isNotEmpty()) edits.add(Edit(write))
                }
                3 -> random.nextInt(server.size + 1).let {
                    server.add(it, "z$step")
                    change(inserted(it, "z$step"))
                }
                4 -> if (server.size > 1) {
                    val from = random.nextInt(server.size)
                    val to = random.nextInt(server.size)
                    server.add(to, server.removeAt(from))
                    if (from == to) change() else change(moved(from, to))
                }
                5 -> edits.firstOrNull { it.version == 0L }?.let { edit ->
                    // The server does it, or refuses it.
                    if (random.nextBoolean()) {
                        edits.remove(edit)
                        screen.refused(edit.write.key)
                    } else {
                        edit.version = version + 1
                        val before = server.toList()
                        place(server, edit.write)
                        val id = edit.write.parts[0].section!!
                        if (edit.write.parts[0].isDeletion) server.remove(id)
                        val isEarly = random.nextBoolean()
                        if (isEarly) screen.answered(edit.write.key, edit.version)
                        val (from, to) = Pair(before.indexOf(id), server.indexOf(id))
                        when {
                            from == to -> change()
                            from < 0 -> change(inserted(to, id))
                            to < 0 -> change(deleted(from))
                            else -> change(moved(from, to))
                        }
                        if (!isEarly) screen.answered(edit.write.key, edit.version)
                    }
                }
                6, 7 -> {
                    val from = random.nextInt(server.size)
                    val to = random.nextInt(server.size)
                    val count = counts[server[from]] ?: rows
                    if (from != to && count > 0) {
                        val end = counts[server[to]] ?: rows
                        counts[server[from]] = count - 1
                        counts[server[to]] = end + 1
                        moveItem(IndexPath(from, random.nextInt(count)), IndexPath(to, end))
                    }
                }
                else -> screen.withoutPlaced { check(ids == server) { "seed $seed: $ids is not $server" } }
            }
            edits.removeAll { it.version != 0L && it.version <= version }
            val expected = server.toMutableList()
            for (edit in edits) place(expected, edit.write)
            check(ids == expected) { "seed $seed, step $step: $ids is not $expected" }
            val pending = edits.map { it.write.parts[0].section }.toSet()
            check(ids.all { section(it).isPending == it in pending }) { "seed $seed, step $step" }
        }
    }
}
