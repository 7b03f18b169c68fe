/// The start of each section in the flat list: a Fenwick tree over the sections' counts (Fenwick 1994).
///
/// A change of one count, an offset and a look-up take O(log sections); building takes O(sections).
struct SectionOffsets: Sendable {
    /// `sums[i]` is the sum of the counts of the sections `i & (i + 1) ... i`.
    private var sums: [Int]
    private(set) var total: Int

    init(_ counts: some Sequence<Int>) {
        sums = Array(counts)
        total = sums.reduce(0, +)
        for index in sums.indices {
            let parent = index | (index + 1)
            if parent < sums.count { sums[parent] += sums[index] }
        }
    }

    mutating func add(_ difference: Int, to section: Int) {
        total += difference
        var index = section
        while index < sums.count {
            sums[index] += difference
            index |= index + 1
        }
    }

    /// The flat offset of a section's first item.
    func offset(of section: Int) -> Int {
        var sum = 0
        var index = section - 1
        while index >= 0 {
            sum += sums[index]
            index = (index & (index + 1)) - 1
        }
        return sum
    }

    /// The section and row of a flat offset; nil outside the list.
    func position(at offset: Int) -> RowPosition? {
        guard offset >= 0, offset < total else { return nil }
        var left = offset
        var passed = 0
        var step = 1
        while step * 2 <= sums.count { step *= 2 }
        while step > 0 {
            if passed + step <= sums.count, sums[passed + step - 1] <= left {
                left -= sums[passed + step - 1]
                passed += step
            }
            step /= 2
        }
        return RowPosition(passed, left)
    }
}
