/// Splits the slots of a level, as they come in order, into runs that were together in one base node.
///
/// A run may have gaps: slots from elsewhere between two of the same old node, fewer than a node has at least. Slots from nowhere are cut
/// into runs that fill a node. At most a thousand slots wait.
struct RunSplitter<Value> {
    /// How many slots a base node has.
    private let slotCount: (_ node: Int) -> Int
    private var waiting: [RebuiltSlot<Value>] = []
    /// How many of those that wait were looked at.
    private var seen = 0
    /// The end of the first run, as far as is known.
    private var end = 0
    /// Whether the slots up to `end` are the first ones of their old node, unchanged.
    private var isWhole = false

    init(slotCount: @escaping (_ node: Int) -> Int) {
        self.slotCount = slotCount
    }

    mutating func add(_ slot: RebuiltSlot<Value>, into runs: inout [SlotRun<Value>]) {
        waiting.append(slot)
        look(into: &runs)
    }

    /// Ends the level.
    mutating func finish(into runs: inout [SlotRun<Value>]) {
        while end > 0 {
            cut(at: end, into: &runs)
            look(into: &runs)
        }
    }

    private mutating func look(into runs: inout [SlotRun<Value>]) {
        while seen < waiting.count {
            let slot = waiting[seen]
            let node = waiting[0].origin?.node
            if seen == 0 {
                end = 1
                isWhole = slot.isUnchanged && slot.origin?.index == 0
            } else if slot.origin?.node == node {
                isWhole = isWhole && end == seen && slot.isUnchanged && slot.origin?.index == seen
                end = seen + 1
            }
            seen += 1
            guard let node else {
                if end < seen { cut(at: end, into: &runs) } else if end == 2 * TreeShape.bulk { cut(at: TreeShape.bulk, into: &runs) }
                continue
            }
            if isWhole, end == slotCount(node) {
                cut(at: end, whole: node, into: &runs)
            } else if seen - end >= TreeShape.minimum {
                cut(at: end, into: &runs)
            }
        }
    }

    private mutating func cut(at index: Int, whole: Int? = nil, into runs: inout [SlotRun<Value>]) {
        runs.append(SlotRun(waiting[..<index], whole: whole))
        waiting.removeFirst(index)
        seen = 0
        end = 0
    }
}
