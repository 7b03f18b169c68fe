/// Random numbers that repeat themselves for a seed.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). A random test says its seed where it
/// fails, so that it can be run again.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to a bound, which must be positive.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// The same, but often near the first or the last number, where trees have their special cases.
    package mutating func bias(below bound: Int) -> Int {
        switch below(6) {
        case 0: 0
        case 1: bound - 1
        case 2: below(min(bound, 70))
        default: below(bound)
        }
    }
}
