import Testing

@testable import Lists

@Suite("Ids that the server makes")
struct MadeIDTests {
    @Test("UUIDs are of version 7, ascend, and never repeat, also when the clock stands or steps back")
    func identifiers() throws {
        var time: Int64 = 1_700_000_000_000
        let source = UUIDv7Source(now: { time }, random: { UInt64.max })
        var last = source.next()
        for step in 0..<10_000 {
            if step == 3_000 { time -= 5 }
            if step == 6_000 { time += 9 }
            let next = source.next()
            #expect(last < next)
            last = next
        }
        let text = Array(last.text.utf8)
        #expect(text.count == 36 && text[14] == UInt8(ascii: "7") && "89ab".utf8.contains(text[19]))
        #expect(last.text.hasPrefix("018bcfe5-6804-7fff-"))
    }
}
