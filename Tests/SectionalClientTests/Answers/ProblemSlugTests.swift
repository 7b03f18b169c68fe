import Testing
import Wire

@testable import SectionalClient

@Suite("The table of problems")
struct ProblemTypeTests {
    @Test("is that of the server")
    func same() {
        #expect(SectionalClient.ProblemSlug.allCases.map(\.rawValue) == Wire.ProblemType.allCases.map(\.rawValue))
    }
}
