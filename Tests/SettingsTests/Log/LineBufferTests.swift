import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Settings

@Suite("Lines on their way to the log")
struct LineBufferTests {
    private static func add(_ line: String, to buffer: LineBuffer) {
        buffer.add(Array(line.utf8))
    }

    @Test("all come out, in the order of each thread, before the end")
    func order() {
        let lines = LogLines()
        let buffer = LineBuffer(dropNote: { "dropped \($0)\n" }, write: { lines.add($0) })
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<2_000 { Self.add("\(thread) \(number)\n", to: buffer) }
        }
        buffer.close()
        #expect(lines.all.count == 8_000)
        for thread in 0..<4 {
            let numbers = lines.all.filter { $0.hasPrefix("\(thread) ") }.compactMap { Int($0.dropFirst(2)) }
            #expect(numbers == Array(0..<2_000))
        }
        Self.add("too late\n", to: buffer)
        buffer.close()
        #expect(lines.all.count == 8_000)
    }

    @Test("that find no room are counted, and a line says so")
    func overflow() {
        let lines = LogLines()
        let (begun, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let buffer = LineBuffer(
            limit: 100, dropNote: { "dropped \($0)\n" },
            write: { bytes in
                lines.add(bytes)
                guard lines.all.count == 1 else { return }
                begun.signal()
                held.wait()
            })
        Self.add("first\n", to: buffer)
        begun.wait()
        // The thread is held in its write: there is room for ten lines of ten bytes, and no more.
        for _ in 0..<25 { Self.add("123456789\n", to: buffer) }
        held.signal()
        buffer.close()
        #expect(lines.all == ["first"] + Array(repeating: "123456789", count: 10) + ["dropped 15"])
    }

    @Test("that come after a rest are written, too")
    func rest() {
        let lines = LogLines()
        let written = DispatchSemaphore(value: 0)
        let buffer = LineBuffer(
            dropNote: { "\($0)" },
            write: {
                lines.add($0)
                written.signal()
            })
        for number in 1...3 {
            Self.add("\(number)\n", to: buffer)
            #expect(written.wait(timeout: .now() + 60) == .success)
        }
        buffer.close()
        #expect(lines.all == ["1", "2", "3"])
    }
}
