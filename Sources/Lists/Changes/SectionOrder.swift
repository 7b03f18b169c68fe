/// The order of sections while items change: that of the new version, with the sections that are about to be deleted among them.
///
/// Each of these comes behind the nearest section before it that stays in its order, so that it moves no other section.
struct SectionOrder {
    /// For each deleted section, in the old order: how many sections of the new version come before it.
    private let predecessors: [Int]

    /// - Parameters:
    ///   - staying: The runs of sections that keep their order, ascending.
    ///   - deleted: The indices in the old version of the sections that are deleted, ascending.
    init(staying: [TreeDifference<SectionEntry>.Run], deleted: [Int]) {
        var runs = staying[...]
        var count = 0
        predecessors = deleted.map { index in
            // A run is unbroken in the old version, so a deleted section comes behind a whole run.
            while let run = runs.first, run.old < index {
                count = run.new + run.count
                runs.removeFirst()
            }
            return count
        }
    }

    /// The index, while items change, of the section that has `index` in the new version.
    func index(ofNew index: Int) -> Int {
        var low = 0
        var high = predecessors.count
        while low < high {
            let middle = (low + high) / 2
            if predecessors[middle] <= index { low = middle + 1 } else { high = middle }
        }
        return index + low
    }

    /// Returns the index of a deleted section while items change.
    ///
    /// - Parameter rank: The section's index among the deleted ones, in the old order.
    func index(ofDeleted rank: Int) -> Int { predecessors[rank] + rank }
}
