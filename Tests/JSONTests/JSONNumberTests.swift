import JSON
import Testing

@Suite("JSON numbers")
struct JSONNumberTests {
    @Test(
        "are equal where they are worth the same",
        arguments: [
            ("0", "-0"), ("0", "0e99999999999999999999"), ("0", "-0.00"), ("1", "1.0"), ("1", "10e-1"), ("100", "1e2"), ("-0.5", "-5E-1"),
            ("1e99999999999999999999", "10e99999999999999999998"), ("0.001e100000000000000000000", "1e99999999999999999997"),
            ("1e-99999999999999999999", "0.1e-99999999999999999998"), ("1000e1152921504606846973", "1e1152921504606846976"),
        ])
    func equality(left: String, right: String) {
        #expect(Self.number(left) == Self.number(right))
        #expect(Self.number(left).hashValue == Self.number(right).hashValue)
        #expect(!(Self.number(left) < Self.number(right)) && !(Self.number(left) > Self.number(right)))
    }

    @Test("are ordered by what they are worth, whatever their length and their exponents")
    func order() {
        let ascending = [
            "-1e100000000000000000000", "-1e99999999999999999999", "-1e400", "-12345678901234567890.5", "-12345678901234567890", "-10",
            "-9.99",
            "-1", "-1e-400", "-1e-99999999999999999999", "0", "1e-100000000000000000000", "1e-99999999999999999999", "1e-400", "0.1",
            "0.11",
            "0.2", "1", "1.0000000000000000000000001", "2", "10", "1e2", "12345678901234567890", "12345678901234567891", "1e400",
            "1.5e99999999999999999999", "2e99999999999999999999", "1e100000000000000000000",
        ].map(Self.number)
        for (index, left) in ascending.enumerated() {
            for (other, right) in ascending.enumerated() { #expect((left < right) == (index < other), "\(index) \(other)") }
        }
    }

    @Test(
        "are integers where they have no fraction",
        arguments: [("1.0", true), ("1e2", true), ("120e-1", true), ("12e-1", false), ("1e-400", false)])
    func integers(text: String, isInteger: Bool) {
        #expect(Self.number(text).isInteger == isInteger)
        #expect(Self.number("-" + text).isInteger == isInteger)
    }

    private static func number(_ text: String) -> JSONNumber { JSONNumber(JSONText(verbatim: text)) }
}
