package sectional

import java.util.Random

/** JSON, merge patches, event streams. */
object TextTests {
    fun run(): String {
        json()
        hostileJSON()
        mergePatches()
        randomPatches()
        eventStream()
        percentEncoding()
        failures()
        return "texts pass"
    }

    private fun json() {
        val text = """{"b":1.0,"a":[1e400,-0,12345678901234567890,true,false,null],"c":{"\\\"/":"\u0000\n\u001fé😀"},"d":[],"e":{}}"""
        val plain = text.replace("\\n", "\\u000a")
        check(JSON.write(JSON.read(text)) == plain) { JSON.write(JSON.read(text)) }
        check(JSON.write(JSON.read(" { \"a\" :\r\n\t[ 1 , 2 ] } ")) == """{"a":[1,2]}""")
        check(JSON.read("\"\\u0041\\/\\b\\f\\r\\t\"") == "A/\b\u000C\r\t")
        @Suppress("UNCHECKED_CAST")
        val numbers = JSON.read("[7, 1.5, 12345678901234567890]") as List<Number>
        check(numbers[0].toLong() == 7L && numbers[0].toInt() == 7 && numbers[1].toDouble() == 1.5 && "${numbers[2]}" == "12345678901234567890")
        check(JSON.read("1.0") != JSON.read("1") && JSON.read("1.0") == JSON.read("1.0"))
        check(JSON.write(mapOf("a" to 1, "b" to listOf(2L, 2.5))) == """{"a":1,"b":[2,2.5]}""")
        for (value in listOf(Double.NaN, Any())) {
            check(try { JSON.write(value); false } catch (error: IllegalArgumentException) { true })
        }
    }

    private fun hostileJSON() {
        val wrong = listOf(
            "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "[1}", "01", "1.", ".5", "+1", "1e", "nul", "nulll",
            "\"", "\"\\", "\"\\u12", "\"\\u12g4\"", "\"\\x\"", "\"\n\"", "1 2", "[1] x", "tru\u0000", "\u0000", "{\"a\":1\u0000", "[".repeat(100_000)
        )
        for (text in wrong) check(try { JSON.read(text); false } catch (error: JSONException) { true }) { "“${text.take(20)}” was read" }
        check(JSON.read("[".repeat(600) + "]".repeat(600)) is List<*>)
    }

    private fun mergePatches() {
        fun difference(from: String, to: String) = MergePatch.difference(JSON.read(from), JSON.read(to))?.let { JSON.write(it) }
        check(difference("""{"a":1,"b":2}""", """{"a":1,"b":3}""") == """{"b":3}""")
        check(difference("""{"a":1,"b":2}""", """{"a":1}""") == """{"b":null}""")
        check(difference("""{"a":{"x":1,"y":2}}""", """{"a":{"x":1,"y":3}}""") == """{"a":{"y":3}}""")
        check(difference("""{"a":[1]}""", """{"a":[1,null]}""") == """{"a":[1,null]}""")
        check(difference("""{"a":1}""", """{"a":1}""") == "{}")
        check(difference("""{"a":1}""", """{"a":null}""") == null && difference("""{"a":1}""", """{"a":{"b":null}}""") == null)
        check(difference("[1]", "[2]") == null && difference("1", """{"a":1}""") == null)
        check(difference("""{"a":null}""", """{"a":null,"b":1}""") == """{"b":1}""")
    }

    private fun randomPatches() {
        val random = Random(3)
        fun value(depth: Int): Any? = when (random.nextInt(if (depth > 2) 3 else 5)) {
            0 -> JSONNumber("${random.nextInt(3)}")
            1 -> "t${random.nextInt(3)}"
            2 -> if (random.nextInt(6) == 0) null else true
            3 -> List(random.nextInt(3)) { value(depth + 1) }
            else -> (0 until random.nextInt(4)).associate { "k${random.nextInt(4)}" to value(depth + 1) }
        }
        var patched = 0
        for (round in 0 until 20_000) {
            val from = value(0)
            val to = value(0)
            val patch = MergePatch.difference(from, to) ?: continue
            patched += 1
            check(MergePatch.apply(patch, from) == to) { "$from to $to by $patch" }
        }
        check(patched > 300) { "$patched" }
    }

    private fun eventStream() {
        val text = "\uFEFF: hello\r\n\r\nretry: 2000\nevent: change\rid: 7\ndata: {\"a\":\ndata:1}\n\ndata\n\nevent: reset\n\n" +
            "event: x\r\ndata: é😀\r\n\r\nretry: 1x\ndata: cut"
        for (size in listOf(1, 2, 3, 7, 1_000)) {
            val parser = EventStreamParser()
            val events = text.toCharArray().toList().chunked(size).flatMap { parser.feed(it.toCharArray(), it.size) }
            val read = events.map { "${it.name} ${it.data}" }
            check(read == listOf("change {\"a\":\n1}", "message ", "x é😀")) { "$size: $read" }
            check(parser.retry == 2_000L)
        }
        val long = "data: ${"x".repeat(100)}\n".toCharArray()
        check(try { EventStreamParser(50).feed(long, long.size); false } catch (error: java.io.IOException) { true })
    }

    private fun percentEncoding() {
        check("aZ09-._~".percentEncoded() == "aZ09-._~" && "a/b é+%😀".percentEncoded() == "a%2fb%20%c3%a9%2b%25%f0%9f%98%80")
    }

    private fun failures() {
        fun failure(status: Int, slug: String?) =
            ListFailure.of(Problem(status, if (slug == null) emptyMap() else mapOf("type" to "https://x/problems/$slug")))
        check(failure(404, "list-not-found") === ListFailure.ListNotFound && failure(410, "version-gone") === ListFailure.VersionGone)
        check(failure(409, "item-gone") is ListFailure.Gone && failure(422, "reference-not-found") is ListFailure.Gone)
        check(failure(412, "precondition-failed") is ListFailure.Conflict && failure(422, "invalid-value") is ListFailure.Invalid)
        check(failure(401, "unauthorized") is ListFailure.Unauthorized && failure(403, "forbidden") is ListFailure.Forbidden)
        val temporary = listOf(503 to "unavailable", 429 to "too-many-requests", 500 to null, 403 to null, 404 to null)
        for ((status, slug) in temporary + (409 to "request-in-progress")) {
            check(failure(status, slug).isTemporary) { "$status $slug" }
        }
        for ((status, slug) in listOf(404 to "item-not-found", 403 to "forbidden", 422 to "invalid-value", 413 to null)) {
            check(!failure(status, slug).isTemporary) { "$status $slug" }
        }
    }
}
