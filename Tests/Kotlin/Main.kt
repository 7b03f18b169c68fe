import sectional.CacheTests
import sectional.ModelTests
import sectional.PlacementTests
import sectional.SectionTests
import sectional.SessionTests
import sectional.TextTests
import sectional.Vectors

/** Runs a part of the tests, or an app that they run beside a server; it ends with 0 where all is well. */
fun main(arguments: Array<String>) {
    val rest = arguments.drop(1)
    println(
        when (arguments[0]) {
            "vectors" -> Vectors.run(rest[0].lines())
            "units" -> listOf(
                TextTests.run(), ModelTests.run(), SessionTests.run(), SectionTests.run(rest[0]), PlacementTests.run(), CacheTests.run(rest[0])
            ).joinToString()
            "app" -> FollowedApp(rest[0].toInt(), rest[1]).run(rest[2].split(" "))
            else -> throw IllegalArgumentException(arguments[0])
        }
    )
    System.exit(0)
}
