/// The constant parts of every Kotlin file.
enum KotlinParts {
    static let item = """
        /** An item of a list, as every page and every change has it. */
        data class CellItem(
            val id: String,
            /** Section and row, from 0, in the version that was read. */
            val indexPath: List<Int>,
            val type: String?,
            /** The reuse identifier of the item's cell. */
            val cell: String,
            /** The list's version that last changed the item's value or type. */
            val revision: Long,
            val value: CellValue
        ) {
            companion object {
                /**
                 * Reads an item, as a JSON parser gives it: maps, lists, strings, numbers, booleans and nulls.
                 *
                 * `defaultType` is that of the list, and the type of its items without one. Throws IllegalArgumentException for what is no item.
                 */
                fun from(item: Map<String, Any?>, defaultType: String? = null): CellItem {
                    val type = jsonOrNull(item["type"]) { jsonString(it) }
                    return CellItem(
                        id = jsonString(item["id"]),
                        indexPath = jsonList(item["indexPath"]) { jsonInteger(it).toInt() },
                        type = type,
                        cell = jsonString(item["cell"]),
                        revision = jsonInteger(item["revision"]),
                        value = CellValue.from(type, item["value"], defaultType)
                    )
                }
            }
        }

        """

    /// By name, in the order in which each needs only those behind it.
    private static let readers: [(name: String, text: String)] = [
        (
            "jsonRequired",
            """
            private fun jsonRequired(fields: Map<*, *>, key: String): Any? =
                if (fields.containsKey(key)) fields[key] else throw jsonMismatch("a value for $key")
            """
        ),
        (
            "jsonOrNull",
            """
            private fun <T> jsonOrNull(value: Any?, read: (Any?) -> T): T? = if (value == null) null else read(value)
            """
        ),
        (
            "jsonList",
            """
            private fun <T> jsonList(value: Any?, read: (Any?) -> T): List<T> =
                (value as? List<*> ?: throw jsonMismatch("an array")).map(read)
            """
        ),
        (
            "jsonMap",
            """
            private fun <T> jsonMap(value: Any?, read: (Any?) -> T): Map<String, T> {
                val values = LinkedHashMap<String, T>()
                for ((key, element) in jsonObject(value)) values[jsonString(key)] = read(element)
                return values
            }
            """
        ),
        (
            "jsonObject",
            """
            private fun jsonObject(value: Any?): Map<*, *> = value as? Map<*, *> ?: throw jsonMismatch("an object")
            """
        ),
        (
            "jsonString",
            """
            private fun jsonString(value: Any?): String = value as? String ?: throw jsonMismatch("a string")
            """
        ),
        (
            "jsonInteger",
            """
            private fun jsonInteger(value: Any?): Long {
                val number = value as? Number ?: throw jsonMismatch("a number")
                val integer = number.toLong()
                return if (number.toDouble() == integer.toDouble()) integer else throw jsonMismatch("an integer")
            }
            """
        ),
        (
            "jsonNumber",
            """
            private fun jsonNumber(value: Any?): Double = (value as? Number ?: throw jsonMismatch("a number")).toDouble()
            """
        ),
        (
            "jsonBoolean",
            """
            private fun jsonBoolean(value: Any?): Boolean = value as? Boolean ?: throw jsonMismatch("true or false")
            """
        ),
        (
            "jsonMismatch",
            """
            private fun jsonMismatch(expected: String) = IllegalArgumentException("$expected is expected")
            """
        ),
    ]

    /// The functions that read JSON and that some code needs, those that they need among them.
    static func readers(for code: String) -> String {
        var text = code
        var needed: [String] = []
        for reader in readers where text.contains(reader.name + "(") {
            text += reader.text
            needed.append(reader.text)
        }
        return needed.joined(separator: "\n\n")
    }
}
