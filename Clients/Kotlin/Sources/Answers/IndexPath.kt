package sectional

/** A section, and a row in it, both from 0. It means something only in one version of a list. */
data class IndexPath(val section: Int, val row: Int) : Comparable<IndexPath> {
    override fun compareTo(other: IndexPath) = compareValuesBy(this, other, { it.section }, { it.row })
}

internal fun Map<String, Any?>.path(key: String): IndexPath {
    val (section, row) = (this[key] as List<*>).map { (it as Number).toInt() }
    return IndexPath(section, row)
}
