/// The order of sections while items change: that of the new version, with the sections that are about to be deleted among them.
///
/// Each of these stands behind the nearest section before it that stays in its order, so that nothing moves for its sake.
struct SectionOrder {
    /// For each section that goes, in the old order: how many sections of the new version come before it.
    private let predecessors: [Int]

    /// - Parameters:
    ///   - staying: The runs of sections that keep their order, ascending.
    ///   - dying: The indices in the old version of the sections that go, ascending.
    init(staying: [TreeDifference<SectionEntry>.Run], dying: [Int]) {
        var runs = staying[...]
        var count = 0
        predecessors = dying.map { index in
            // A run is unbroken in the old version, so what goes stands behind a whole run.
            while let run = runs.first, run.old < index {
                count = run.new + run.count
                runs.removeFirst()
            }
            return count
        }
    }

    /// Where a section stands that has `index` in the new version.
    func place(ofNew index: Int) -> Int {
        var low = 0
        var high = predecessors.count
        while low < high {
            let middle = (low + high) / 2
            if predecessors[middle] <= index { low = middle + 1 } else { high = middle }
        }
        return index + low
    }

    /// Where a section stands that goes.
    ///
    /// - Parameter rank: Which of those that go, in the old order.
    func place(ofDying rank: Int) -> Int { predecessors[rank] + rank }
}
