import TestSupport
import Testing

@testable import Lists

@Suite("Things by ascending keys")
struct KeyedRunTests {
    @Test("a run answers as a dictionary does, and hands its values out in the order of their keys", arguments: 0..<60)
    func model(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var run = KeyedRun<Int>()
        var model: [Number: Int] = [:]
        var next: Number = 1
        for step in 0..<600 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                next += Number.random(in: 1...3, using: &random)
                run.set(step, for: next)
                model[next] = step
            case 4:
                // A key that is not the last one: one that is there, one that was taken out, or one between.
                let key = Number.random(in: 0...next, using: &random)
                run.set(step, for: key)
                model[key] = step
            default:
                let isRecent = Bool.random(using: &random)
                let key = Number.random(in: (isRecent ? max(0, next - 6) : 0)...(next + 2), using: &random)
                #expect(run[key] == model[key])
                if seed % 3 > 0 { #expect(run.remove(key) == model.removeValue(forKey: key)) }
            }
            #expect(run.count == model.count && run.isEmpty == model.isEmpty)
        }
        #expect(run.values == model.sorted { $0.key < $1.key }.map(\.value))
        for key in 0...(next + 1) { #expect(run[key] == model[key]) }
    }

    @Test("what is replaced again and again leaves no gaps behind")
    func gaps() {
        var run = KeyedRun<Int>()
        for key in Number(1)...100_000 {
            run.set(0, for: key)
            if key > 5 { #expect(run.remove(key - 5) == 0) }
        }
        #expect(run.count == 5 && run.values.count == 5)
    }
}
