/// Makes of a level's runs what its nodes hold: none below the minimum but the first and the last, none above the maximum, and as many
/// base nodes kept as they are as that allows.
struct NodePacking<Value> {
    /// The last run that can be a node, until it is known that nothing must join it.
    private var held: SlotRun<Value>?
    /// A run after it that is too short for a node in the middle.
    private var short: SlotRun<Value>?

    mutating func add(_ run: SlotRun<Value>, into nodes: inout [SlotRun<Value>]) {
        guard var before = short else { return append(run, into: &nodes) }
        short = nil
        if run.count < TreeShape.minimum {
            before.append(run)
            return append(before, into: &nodes)
        }
        if let held, Self.cost(joining: held, before) <= Self.cost(joining: run, before) {
            self.held?.append(before)
        } else if held != nil || before.count + run.count <= TreeShape.maximum {
            before.append(run)
            return append(before, into: &nodes)
        } else {
            // The first node of the level may be short.
            held = before
        }
        append(run, into: &nodes)
    }

    /// Ends the level; its last node may be short.
    mutating func finish(into nodes: inout [SlotRun<Value>]) {
        if let last = short {
            short = nil
            if let held, last.whole == nil, held.count + last.count <= TreeShape.maximum {
                self.held?.append(last)
            } else {
                release(into: &nodes)
                held = last
            }
        }
        release(into: &nodes)
    }

    /// Takes a run while no short one waits.
    private mutating func append(_ run: SlotRun<Value>, into nodes: inout [SlotRun<Value>]) {
        if run.count >= TreeShape.minimum || (held == nil && run.whole != nil) {
            release(into: &nodes)
            held = run
        } else if let held, held.whole == nil, run.whole == nil, held.count + run.count <= TreeShape.bulk {
            self.held?.append(run)
        } else {
            short = run
        }
    }

    private mutating func release(into nodes: inout [SlotRun<Value>]) {
        if let held { nodes += held.parts }
        held = nil
    }

    /// How many nodes more are written when a short run joins another.
    private static func cost(joining run: SlotRun<Value>, _ short: SlotRun<Value>) -> Int {
        (run.whole == nil ? 0 : 1) + (run.count + short.count > TreeShape.maximum ? 2 : 0)
    }
}
