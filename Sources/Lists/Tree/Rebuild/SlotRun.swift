/// Neighbouring slots on their way into one node, or into a few.
struct SlotRun<Value> {
    private(set) var slots: [RebuiltSlot<Value>]
    /// The base node that has exactly these slots, none of them changed: it is kept as it is.
    private(set) var whole: Int?

    init(_ slots: some Sequence<RebuiltSlot<Value>>, whole: Int? = nil) {
        self.slots = Array(slots)
        self.whole = whole
    }

    var count: Int { slots.count }

    mutating func append(_ other: SlotRun) {
        slots += other.slots
        whole = nil
    }

    /// Runs of nearly the same length that each fit into a node: the run itself where it does.
    var parts: [SlotRun] {
        guard count > TreeShape.maximum else { return [self] }
        return TreeShape.parts(of: count).map { SlotRun(slots[$0]) }
    }
}
