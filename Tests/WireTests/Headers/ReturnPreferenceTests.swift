import Testing
import Wire

@Suite("The preference for an answer")
struct ReturnPreferenceTests {
    @Test(
        "is found among others, and the first counts",
        arguments: [
            ("return=minimal", ReturnPreference.minimal), ("return=representation", .representation), ("Return = \"minimal\"", .minimal),
            ("respond-async, wait=10; x=\"a,return=minimal\", return=representation;foo", .representation),
            ("return=minimal, return=representation", .minimal), (",, return=minimal", .minimal),
        ])
    func known(value: String, expected: ReturnPreference) {
        #expect(ReturnPreference(parsing: value) == expected)
    }

    @Test(
        "is nothing where none is known", arguments: ["", "return", "return=", "return=all", "minimal", "x=\"", "\"return=minimal", ";;,"])
    func unknown(value: String) {
        #expect(ReturnPreference(parsing: value) == nil)
    }
}
