import Testing
import Wire

@testable import SectionalClient

@Suite("The table of problems")
struct ProblemSlugTests {
    @Test("is that of the server")
    func same() {
        #expect(SectionalClient.ProblemSlug.allCases.map(\.rawValue) == Wire.ProblemSlug.allCases.map(\.rawValue))
    }
}
