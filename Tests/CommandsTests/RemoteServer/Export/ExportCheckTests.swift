import Testing

@testable import Commands

@Suite("Whether an export came whole")
struct ExportCheckTests {
    private static let whole = """
        {"list":{"id":"a","metadata":{"x":1e400},"sectionCount":1,"itemCount":2}}
        {"section":{"id":"s"}}
        {"item":{"id":"1","value":1}}
        {"item":{"id":"2","value":2}}

        """

    @Test("an export is whole with its last line's end and not before", arguments: [1, 7, 4_096])
    func whole(step: Int) {
        let bytes = Array(Self.whole.utf8)
        for length in stride(from: 0, through: bytes.count, by: 1) {
            var check = ExportCheck()
            for start in stride(from: 0, to: length, by: step) {
                #expect(bytes[start..<min(length, start + step)].withUnsafeBytes { check.pass($0) })
            }
            #expect(check.isWhole == (length == bytes.count), "\(length) bytes")
        }
    }

    @Test("a line too many is as wrong as one too few")
    func longer() {
        var check = ExportCheck()
        #expect(Array((Self.whole + "{}\n").utf8).withUnsafeBytes { check.pass($0) })
        #expect(!check.isWhole)
    }

    @Test(
        "what begins otherwise is no export",
        arguments: ["<html>\n", "{\"list\":{}}\n", "{\"list\":{\"sectionCount\":-1,\"itemCount\":0}}\n", "\n"])
    func other(text: String) {
        var check = ExportCheck()
        #expect(!Array(text.utf8).withUnsafeBytes { check.pass($0) })
    }
}
