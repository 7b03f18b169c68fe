import Testing

@testable import Settings

@Suite("The nearest name")
struct NearestNameTests {
    @Test(
        "the nearest known name is suggested, and none that is far away",
        arguments: [
            ("hisotry", "history"), ("PORT", "port"), ("requirePrecondition", "requirePreconditions"), ("zzzzzz", nil), ("", nil),
        ] as [(String, String?)])
    func nearest(unknown: String, expected: String?) {
        let known = ["port", "history", "requirePreconditions", "database"]
        #expect(NearestName(to: unknown, among: known).name == expected)
    }
}
