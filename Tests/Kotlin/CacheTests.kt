package sectional

import java.io.File

/** Runs the files of a list, in a folder that is empty. */
object CacheTests {
    fun run(folder: String): String {
        outbox(File(folder, "a/outbox"))
        answers(File(folder, "b/outbox"))
        compacting(File(folder, "c/outbox"))
        snapshot(File(folder, "d/snapshot"))
        return "caches pass"
    }

    private fun write(key: String, size: Int = 1) = PendingWrite(
        key,
        listOf(
            PendingWrite.Part(mapOf("op" to "patchItem", "item" to "@ü", "merge" to mapOf("a" to null)), "ü", 4, JSONValue("x".repeat(size))),
            PendingWrite.Part(mapOf("op" to "deleteItem", "item" to "@b"), "b", 5)
        ),
        spots = listOf(mapOf("before" to "@c"), emptyMap()), section = "s", created = "2026", hasOwnID = true
    )

    private fun outbox(file: File) {
        val outbox = OutboxFile(file)
        check(outbox.writes.isEmpty() && !file.exists())
        outbox.put(write("1"))
        outbox.put(write("2").copy(isSent = true))
        outbox.put(PendingWrite("3", emptyList(), "items/@a/select?at=7", mapOf("x" to 1)))
        outbox.synchronize()
        // A line that was cut off by a crash.
        file.appendText("{\"write\":{\"key\":\"4\"")
        val again = OutboxFile(file)
        check(again.writes.map { it.key } == listOf("1", "2", "3"))
        check(JSON.write(again.writes.map { it.json }) == JSON.write(outbox.writes.map { it.json }))
        check(again.writes[1].isSent && again.writes[0].body == write("1").body && again.writes[2].tap != null)
        check(again.writes[0].body.contains("\"ifMatch\":\"r4@%c3%bc\"") && again.writes[0].lanes == setOf("@ü", "@b", "s"))
        again.put(write("5"))
        check(OutboxFile(file).writes.map { it.key } == listOf("1", "2", "3", "5"))
        again.remove(listOf("2", "3", "x"))
        check(OutboxFile(file).writes.map { it.key } == listOf("1", "5"))
        again.remove(listOf("1", "5"))
        check(file.length() == 0L && OutboxFile(file).writes.isEmpty())
        again.put(write("6"))
        check(OutboxFile(file).writes.map { it.key } == listOf("6"))
    }

    /** An answered value stays until a snapshot has it. */
    private fun answers(file: File) {
        val outbox = OutboxFile(file)
        for (key in listOf("1", "2", "3")) outbox.put(write(key))
        outbox.answered("1", PendingWrite.Answer(9, mapOf("ü" to 9L)), 3)
        outbox.answered("2", PendingWrite.Answer(10, mapOf("ü" to 10L)), 3)
        outbox.answered("3", PendingWrite.Answer(3, emptyMap()), 3)
        val left = OutboxFile(file).writes
        check(left.map { it.key } == listOf("1", "2") && left[1].answer?.version == 10L && left[1].answer?.revisions == mapOf("ü" to 10L))
        outbox.saved(9)
        check(OutboxFile(file).writes.map { it.key } == listOf("2"))
        outbox.forgetAnswers()
        check(file.length() == 0L)
        outbox.put(PendingWrite("4", emptyList(), "items/@a/select"))
        outbox.answered("4", PendingWrite.Answer(11, emptyMap()), 3)
        check(OutboxFile(file).writes.isEmpty())
    }

    private fun compacting(file: File) {
        val outbox = OutboxFile(file)
        outbox.put(write("kept"))
        outbox.answered("kept", PendingWrite.Answer(9, mapOf("ü" to 9L)), 3)
        for (round in 0 until 200) {
            outbox.put(write("$round", 5_000))
            outbox.remove(listOf("$round"))
        }
        check(file.length() < 300_000) { "${file.length()} bytes" }
        outbox.put(write("last"))
        check(OutboxFile(file).writes.map { "${it.key} ${it.answer?.version}" } == listOf("kept 9", "last null"))
    }

    private fun snapshot(file: File) {
        val cache = SnapshotFile(file, PlainValues)
        check(cache.read(null) == null)
        val sections = listOf(mapOf("id" to "a", "header" to "A", "itemCount" to 700), mapOf("id" to "b", "header" to null, "itemCount" to 2))
        val model = ListModel(sections, 7)
        model.info = mapOf("title" to "T")
        model.place(List(600) { testItem("i$it", 7) }, 0)
        model.place(listOf(testItem("mine", 7)), 701)
        cache.write(SnapshotFile.snapshot(model, 200, "2026", null, 99) { it == "mine" }!!)
        val read = cache.read(null)!!
        check(read.model.version == 7L && read.savedAt == 99L && read.created == "2026" && read.model.info == model.info)
        check(read.model.sections.map { it.info["header"] } == listOf("A", null) && read.model.itemTotal == 702)
        val known = read.model.shown().filterNotNull().map { it.id }
        check(known.size == 2 + 301 + 1 && "i50" in known && "i350" in known && "i351" !in known && "mine" in known) { "${known.size}" }
        // Rows are for an app that shows the same cells.
        check(cache.read(listOf("Cell"))!!.model.shown().filterNotNull().size == 2)
        file.writeText(file.readText().dropLast(5))
        check(cache.read(null) == null)
        check(SnapshotFile.snapshot(ListModel(List(6_000) { mapOf("id" to "s$it", "itemCount" to 0) }, 1), 0, null, null, 0) { false } == null)
    }
}
