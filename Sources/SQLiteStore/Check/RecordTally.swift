/// How many records there are, and a sum over their keys: two sets of keys that have the same are the same set, all but surely.
struct RecordTally: Equatable {
    private(set) var count = 0
    private var sum: UInt64 = 0

    mutating func add(_ key: Int64) {
        count += 1
        // The finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
        var mixed = UInt64(bitPattern: key) &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        sum &+= mixed ^ (mixed >> 31)
    }
}
