package sectional

import java.util.Random

/** Runs the parts of the model against plain arrays. */
object ModelTests {
    fun run(): String {
        prefixSums()
        sparseRows()
        randomStages()
        manySections()
        marks()
        shapes()
        rowParts()
        return "the model passes"
    }

    private fun prefixSums() {
        val random = Random(1)
        for (size in listOf(0, 1, 2, 3, 7, 64, 100)) {
            val counts = IntArray(size) { random.nextInt(4) }
            val sums = PrefixSums(counts)
            for (round in 0 until 50) {
                if (size > 0) {
                    val index = random.nextInt(size)
                    val difference = random.nextInt(5) - minOf(2, counts[index])
                    counts[index] += difference
                    sums.add(difference, index)
                }
                check(sums.total == counts.sum())
                for (index in 0..size) check(sums.before(index) == counts.take(index).sum())
                for (offset in 0 until sums.total) {
                    val (index, rest) = sums.find(offset)
                    check(counts.take(index).sum() + rest == offset && rest < counts[index])
                }
            }
        }
    }

    private fun sparseRows() {
        val random = Random(2)
        val rows = SparseRows(5)
        val plain = arrayOfNulls<Slot>(5).toMutableList()
        for (round in 0 until 20_000) {
            val row = random.nextInt(plain.size + 1)
            val slot = if (random.nextBoolean()) Slot.Asked(round, row) else null
            when {
                row < plain.size && random.nextInt(3) == 0 -> {
                    rows[row] = slot
                    plain[row] = slot
                }
                row < plain.size && (plain.size > 60 || random.nextBoolean()) -> check(rows.remove(row) === plain.removeAt(row))
                else -> {
                    rows.insert(row, slot)
                    plain.add(row, slot)
                }
            }
            check(rows.count == plain.size && rows.knownCount == plain.count { it != null })
            for ((index, expected) in plain.withIndex()) check(rows[index] === expected) { "$index after $round" }
        }
    }

    private class Section(val id: String, val items: MutableList<String>)

    /** Stages of all kinds at once, which the server never sends so and the contract allows. */
    private fun randomStages() {
        for (seed in 0L until 3_000) {
            val random = Random(seed)
            var next = 0
            fun make(count: Int) = Section("s${next++}", MutableList(count) { "i${next++}" })
            val before = List(random.nextInt(6)) { make(random.nextInt(8)) }
            val model = ListModel(before.map { mapOf("id" to it.id, "header" to null, "itemCount" to it.items.size) }, 1)
            model.place(before.flatMap { it.items }.map { testItem(it, 1) }, 0)
            val view = model.strictView()
            val (stage, after) = stage(before, random, ::make) { "i${next++}" }
            check(ListShape(model).accept(stage)) { "seed $seed: does not fit" }
            try {
                model.apply(stage, view)
                view.verify()
            } catch (error: IllegalStateException) {
                throw IllegalStateException("seed $seed: ${error.message}")
            }
            val expected = after.flatMap { section -> listOf(section.id) + section.items }
            val shown = model.shown()
            check(shown.size == expected.size) { "seed $seed: ${shown.size} rows" }
            for ((position, row) in shown.withIndex()) check(row == null || row.id == expected[position]) { "seed $seed: $position is $row" }
            for (section in before) {
                for (id in section.items) if (id in expected) check(shown.any { it?.id == id }) { "seed $seed: $id was known" }
            }
        }
    }

    private fun stage(before: List<Section>, random: Random, make: (Int) -> Section, item: () -> String): Pair<Stage, List<Section>> {
        val leaving = before.indices.filter { random.nextInt(4) == 0 }
        val moving = leaving.filter { random.nextBoolean() }
        val staying = before.indices.filter { it !in leaving }
        // Items of the sections that stay.
        val deleted = ArrayList<Map<String, Any?>>()
        val movers = ArrayList<Pair<String, IndexPath>>()
        val kept = HashMap<Int, Section>()
        for (index in staying) {
            val section = Section(before[index].id, ArrayList())
            kept[index] = section
            for ((row, id) in before[index].items.withIndex()) {
                when (random.nextInt(4)) {
                    0 -> deleted.add(mapOf("id" to id, "indexPath" to listOf(index, row)))
                    1 -> movers.add(Pair(id, IndexPath(index, row)))
                    else -> section.items.add(id)
                }
            }
        }
        val after = ArrayList(staying.map { kept.getValue(it) })
        val arrivals = moving.map { before[it] } + List(random.nextInt(3)) { make(random.nextInt(4)) }
        for (section in arrivals) after.add(random.nextInt(after.size + 1), section)
        val homes = after.filter { it !in arrivals }
        val inserted = ArrayList<String>()
        if (homes.isEmpty()) check(movers.isEmpty())
        if (homes.isNotEmpty()) repeat(random.nextInt(5)) { inserted.add(item()) }
        val coming = movers.map { it.first } + inserted
        for (id in coming) homes[random.nextInt(homes.size)].items.let { it.add(random.nextInt(it.size + 1), id) }
        fun place(id: String) = after.withIndex().first { id in it.value.items }.let { listOf(it.index, it.value.items.indexOf(id)) }
        fun order(path: Any?) = (path as List<*>).let { (it[0] as Int) * 1_000 + it[1] as Int }
        val json = mapOf(
            "sections" to mapOf(
                "deleted" to leaving.filter { it !in moving }.map { mapOf("id" to before[it].id, "index" to it) },
                "inserted" to arrivals.filter { it !in before }.map { section ->
                    val json = mapOf("id" to section.id, "header" to null, "itemCount" to section.items.size)
                    mapOf("index" to after.indexOf(section), "section" to json)
                }.sortedBy { it["index"] as Int },
                "moved" to moving.map { mapOf("from" to it, "to" to after.indexOf(before[it])) }.sortedBy { it["to"] },
                "updated" to emptyList<Any>()
            ),
            "items" to mapOf(
                "deleted" to deleted,
                "inserted" to inserted.map { id ->
                    mapOf("indexPath" to place(id), "item" to mapOf("id" to id, "cell" to "Cell", "revision" to 2, "value" to null))
                }.sortedBy { order(it["indexPath"]) },
                "moved" to movers.map { (id, from) -> mapOf("id" to id, "from" to listOf(from.section, from.row), "to" to place(id)) }
                    .sortedBy { order(it["to"]) },
                "updated" to emptyList<Any>()
            )
        )
        return Pair(Stage(json, PlainValues), after)
    }

    private object Quiet : ListUpdateCallback {
        override fun onInserted(position: Int, count: Int) = Unit
        override fun onRemoved(position: Int, count: Int) = Unit
        override fun onMoved(from: Int, to: Int) = Unit
        override fun onChanged(position: Int, count: Int) = Unit
    }

    /** A screen of a list with 100,000 sections costs hundreds of steps, not millions. */
    private fun manySections() {
        val model = ListModel(List(100_000) { mapOf("id" to "s$it", "itemCount" to 3) }, 1)
        check(model.rowCount == 400_000 && model.itemTotal == 300_000)
        val start = model.offsets.steps
        for (position in 200_000 until 200_020) {
            val path = model.indexPath(position)
            if (path.row >= 0) model.want(path)
            check((if (path.row < 0) model.positionOfHeader(path.section) else model.position(path)) == position)
        }
        val wanted = model.nearestWanted(150_000)!!
        check(model.ask(wanted, 50, 1))
        model.fill(1, List(50) { testItem("i$it", 1) }, Quiet)
        check(model.offsets.steps - start < 10_000) { "${model.offsets.steps - start} steps" }
        val before = model.offsets.steps
        val none = emptyList<Any>()
        val items = List(1_000) { mapOf("id" to "i", "indexPath" to listOf(it * 100, 1)) }
        model.apply(
            Stage(
                mapOf(
                    "sections" to mapOf("deleted" to none, "inserted" to none, "moved" to none, "updated" to none),
                    "items" to mapOf("deleted" to items, "inserted" to none, "moved" to none, "updated" to none)
                ),
                PlainValues
            ),
            Quiet
        )
        check(model.itemTotal == 299_000 && model.offsets.steps - before < 60_000) { "${model.offsets.steps - before} steps" }
    }

    private fun marks() {
        val model = ListModel(listOf(mapOf("id" to "s", "itemCount" to 100)), 1)
        val view = model.strictView()
        check(model.nearestWanted(0) == null)
        for (row in listOf(10, 60)) model.want(IndexPath(0, row))
        check(model.nearestWanted(0) == 10 && model.nearestWanted(50) == 60)
        // A page that closes early leaves the rest wanted, and one that does not come all of it.
        check(model.ask(0, 50, 1))
        model.fill(1, List(5) { testItem("i$it", 1) }, view)
        view.verify()
        check(model.item(IndexPath(0, 4))?.id == "i4" && model.slot(IndexPath(0, 5)) === Slot.Wanted && view.changed == 5)
        model.forget(60, 20) { false }
        check(model.item(IndexPath(0, 4)) == null && model.slot(IndexPath(0, 60)) === Slot.Wanted && model.nearestWanted(0) == 40)
        check(model.paths(setOf("i4")).isEmpty())
    }

    /** A stage that does not fit is found before a view is told of it. */
    private fun shapes() {
        val model = ListModel(listOf(mapOf("id" to "s", "itemCount" to 2), mapOf("id" to "t", "itemCount" to 0)), 1)
        fun fits(sections: String, items: String): Boolean {
            fun full(parts: String) = """{"deleted": [], "inserted": [], "moved": [], "updated": []}""".let {
                @Suppress("UNCHECKED_CAST")
                (JSON.read(it) as Map<String, Any?>) + (JSON.read(parts) as Map<String, Any?>)
            }
            return try {
                ListShape(model).accept(Stage(mapOf("sections" to full(sections), "items" to full(items)), PlainValues))
            } catch (error: RuntimeException) {
                false
            }
        }
        val item = """"item": {"id": "n", "cell": "Cell", "revision": 1, "value": 1}"""
        check(fits("{}", "{}"))
        check(fits("{}", """{"deleted": [{"indexPath": [0, 1]}], "inserted": [{"indexPath": [0, 1], $item}]}"""))
        check(!fits("{}", """{"deleted": [{"indexPath": [0, 2]}]}"""))
        check(!fits("{}", """{"deleted": [{"indexPath": [0, 1]}, {"indexPath": [0, 0]}]}"""))
        check(!fits("{}", """{"inserted": [{"indexPath": [1, 1], $item}]}"""))
        check(!fits("{}", """{"moved": [{"from": [0, 0], "to": [0, 2]}]}"""))
        check(!fits("{}", """{"updated": [{"indexPath": [1, 0], $item}]}"""))
        check(fits("""{"deleted": [{"index": 1}]}""", "{}") && !fits("""{"deleted": [{"index": 2}]}""", "{}"))
        check(!fits("""{"deleted": [{"index": 0}]}""", """{"deleted": [{"indexPath": [0, 0]}]}"""))
        check(!fits("""{"inserted": [{"index": 3, "section": {"id": "u", "itemCount": 0}}]}""", "{}"))
        check(!fits("""{"inserted": [{"index": 2, "section": {"id": "u", "itemCount": 2147483647}}]}""", "{}"))
        check(!fits("""{"inserted": [{"index": 2, "section": {"id": "u", "itemCount": -1}}]}""", "{}"))
    }

    /** A row shows what the list's metadata says. */
    private fun rowParts() {
        @Suppress("UNCHECKED_CAST")
        fun parts(row: String) = RowParts(JSON.read("""{"title": "Cities", "metadata": {"row": $row}}""") as Map<String, Any?>)
        parts("""{"title": "/city", "detail": 7}""").let { check(it.title == "/city" && it.detail == null && it.columns.isEmpty()) }
        val row = parts("""{"title": "/name/0", "detail": "/a~1b", "columns": ["/city", "no"]}""")
        val value = JSON.read("""{"name": ["Rome"], "a/b": "IT", "city": "Roma"}""")
        val shown = listOf(row.title, row.detail, row.trailing).map { it?.let { pointer -> valueAt(value, pointer) } }
        check(shown == listOf("Rome", "IT", null) && row.columns == listOf("/city")) { "$shown" }
        check(listOf("/name/1", "/name/00", "/city/x", "city").all { valueAt(value, it) == null } && valueAt(value, "") == value)
    }
}
