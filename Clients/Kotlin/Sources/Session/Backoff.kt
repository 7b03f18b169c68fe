package sectional

/** How long to wait before the next attempt: 0.5 s, doubled each time, 30 s at most, and a random half of it less. */
internal class Backoff {
    var attempts = 0
        private set

    /**
     * @param random in 0..<1.
     * @param least what the server asks for; an hour of it at most.
     */
    fun next(random: Double, least: Double = 0.0): Double {
        attempts += 1
        val longest = minOf(30.0, 0.25 * (1 shl minOf(attempts, 7)))
        return maxOf(minOf(maxOf(least, 0.0), 3_600.0), longest * (0.5 + random / 2))
    }

    fun reset() {
        attempts = 0
    }
}
