import Foundations
import Testing

@Suite("Admission at the second offer")
struct AdmissionFilterTests {
    @Test("admits what was offered before, and nothing at its first offer")
    func second() {
        let filter = AdmissionFilter(size: 16)
        for key in UInt64(1)...16 { #expect(!filter.admits(key)) }
        for key in UInt64(1)...16 { #expect(filter.admits(key)) }
    }

    @Test("forgets what lies behind more others than it remembers, so a walk over many keys admits none, however often it comes by")
    func walk() {
        let filter = AdmissionFilter(size: 16)
        for _ in 0..<3 {
            for key in UInt64(1)...64 { #expect(!filter.admits(key)) }
        }
    }
}
