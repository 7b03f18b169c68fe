import Foundation
import Foundations
import Testing

@Suite("Files that only their owner may read")
struct PrivateFileTests {
    @Test("names of files do not depend on descriptors")
    func names() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var none = limit
        none.rlim_cur = 0
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
        let found = Set((0..<100).map { _ in PrivateFile.randomName() })
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #expect(found.count == 100)
        #expect(found.allSatisfy { $0.count == 32 })
    }
}
