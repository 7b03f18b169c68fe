package sectional

/** Merge patches (RFC 7396) of values as plain Kotlin. */
internal object MergePatch {
    /** The patch from one value to another; null where none can say it: of a value that is no object, and for a member that becomes null. */
    fun difference(from: Any?, to: Any?): Map<String, Any?>? {
        if (from !is Map<*, *> || to !is Map<*, *>) return null
        val patch = LinkedHashMap<String, Any?>()
        for (name in from.keys) if (name !in to) patch[name as String] = null
        for ((name, member) in to) {
            val old = from[name]
            when {
                name in from && old == member -> Unit
                old is Map<*, *> && member is Map<*, *> -> patch[name as String] = difference(old, member) ?: return null
                hasNull(member) -> return null
                else -> patch[name as String] = member
            }
        }
        return patch
    }

    private fun hasNull(value: Any?): Boolean = value == null || value is Map<*, *> && value.values.any(::hasNull)

    fun apply(patch: Any?, target: Any?): Any? {
        if (patch !is Map<*, *>) return patch
        val merged = LinkedHashMap<Any?, Any?>()
        if (target is Map<*, *>) merged.putAll(target)
        for ((name, member) in patch) if (member == null) merged.remove(name) else merged[name] = apply(member, merged[name])
        return merged
    }
}
