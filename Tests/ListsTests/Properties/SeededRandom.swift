/// A random number generator that gives the same numbers for the same seed (SeededRandom64: Steele, Lea and Flood, 2014).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// A place that is often near the beginning or the end, where trees have their special cases.
    mutating func bias(below bound: Int) -> Int {
        switch below(6) {
        case 0: 0
        case 1: bound - 1
        case 2: below(min(bound, 70))
        default: below(bound)
        }
    }
}
