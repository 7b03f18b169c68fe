import TestSupport
import Testing

@testable import Lists

@Suite("Packing slots into nodes")
struct NodePackingTests {
    typealias Slot = RebuiltSlot<Int>

    /// Old nodes, and the slots of a new level that are made of them.
    struct Level {
        var counts: [Int] = []
        var slots: [Slot] = []
        /// Old nodes that come whole and need not be at an end.
        var wholes = 0
        var others = 0

        mutating func add(_ more: [Slot], whole: Bool) {
            slots += more
            if whole { wholes += 1 } else { others += 1 }
        }

        func old(_ node: Int) -> [Slot] {
            (0..<counts[node]).map { Slot(value: node * 100 + $0, origin: SlotOrigin(node: node, index: $0), isUnchanged: true) }
        }

        /// A legal level, and what a few changes make of it.
        init(using random: inout SeededGenerator, changes: Int) {
            let length = 1 + random.below(12)
            counts = (0..<length).map { node in
                let fewest = node == 0 || node == length - 1 ? 1 : TreeShape.minimum
                return random.below(2) == 0 ? max(fewest, 60 + random.below(5)) : fewest + random.below(TreeShape.maximum - fewest + 1)
            }
            var order = Array(counts.indices)
            if changes > 0, random.below(3) == 0 { order.swapAt(random.below(length), random.below(length)) }
            for node in order {
                let slots = old(node)
                guard random.below(length) < changes else {
                    add(slots, whole: counts[node] >= TreeShape.minimum)
                    continue
                }
                let place = random.bias(below: slots.count)
                switch random.below(4) {
                case 0:
                    let fresh = (0..<[1, 15, 16, 17, 64, 65, 100, 200][random.below(8)]).map {
                        Slot(value: -$0, origin: nil, isUnchanged: false)
                    }
                    add(fresh, whole: false)
                    add(slots, whole: counts[node] >= TreeShape.minimum)
                case 1: add(Array(slots[place...]), whole: false)
                case 2: add(slots.filter { $0.value % 5 == place % 5 }, whole: false)
                default:
                    let slot = Slot(value: slots[place].value, origin: slots[place].origin, isUnchanged: false)
                    add(Array(slots[..<place]) + [slot] + Array(slots[(place + 1)...]), whole: false)
                }
            }
        }

        var packed: [SlotRun<Int>] {
            var cutter = RunSplitter<Int> { counts[$0] }
            var packing = NodePacking<Int>()
            var runs: [SlotRun<Int>] = []
            var nodes: [SlotRun<Int>] = []
            for slot in slots { cutter.add(slot, into: &runs) }
            cutter.finish(into: &runs)
            for run in runs { packing.add(run, into: &nodes) }
            packing.finish(into: &nodes)
            return nodes
        }
    }

    @Test("keeps every old node of a level in which nothing differs")
    func unchanged() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let level = Level(using: &random, changes: 0)
            #expect(level.packed.map(\.whole) == level.counts.indices.map { $0 })
        }
    }

    @Test("keeps the order, makes legal nodes, and takes at most one old node for each thing that differs")
    func changed() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let level = Level(using: &random, changes: 1 + random.below(4))
            let nodes = level.packed
            guard nodes.flatMap(\.slots).map(\.value) == level.slots.map(\.value) else {
                Issue.record("seed \(seed): the slots are not in order")
                return
            }
            let sizes = nodes.map(\.count)
            let isLegal =
                sizes.allSatisfy { (1...TreeShape.maximum).contains($0) }
                && sizes.dropFirst().dropLast().allSatisfy { $0 >= TreeShape.minimum }
            #expect(isLegal, "seed \(seed): \(sizes)")
            for node in nodes {
                guard let whole = node.whole else { continue }
                #expect(node.slots.map(\.value) == level.old(whole).map(\.value) && node.slots.allSatisfy(\.isUnchanged), "seed \(seed)")
            }
            let kept = nodes.filter { $0.whole != nil && $0.count >= TreeShape.minimum }.count
            #expect(kept >= level.wholes - level.others, "seed \(seed): \(kept) of \(level.wholes) kept, \(level.others) others")
        }
    }
}
