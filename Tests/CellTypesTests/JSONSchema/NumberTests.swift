import CellTypes
import Testing

@Suite("Numbers in schemas")
struct NumberTests {
    @Test(
        "are compared exactly, whatever their size",
        arguments: [
            (#"{"const":9007199254740993}"#, "9007199254740992", false), (#"{"const":9007199254740993}"#, "9007199254740993.0", true),
            (#"{"maximum":1e400}"#, "1e401", false), (#"{"maximum":1e400}"#, "9.99e399", true), (#"{"minimum":1e-400}"#, "0", false),
            (#"{"minimum":0}"#, "-1e-99999999999999999999", false),
            (#"{"maximum":1e99999999999999999999}"#, "1e99999999999999999999", true),
            (#"{"maximum":1e99999999999999999999}"#, "10e99999999999999999999", false),
            (#"{"enum":[0.1]}"#, "0.1000000000000000055511151231257827", false),
            (#"{"uniqueItems":true}"#, "[1e2,100]", false),
            (#"{"uniqueItems":true}"#, "[12345678901234567890123,12345678901234567890124]", true),
            (#"{"type":"integer"}"#, "12345678901234567890123.0", true), (#"{"type":"integer"}"#, "1e-99999999999999999999", false),
        ])
    func comparison(schema: String, value: String, isValid: Bool) throws {
        #expect(try Check.violations(schema, value).isEmpty == isValid)
    }

    @Test(
        "are multiples exactly, whatever their size and exponents",
        arguments: [
            ("0.01", "4.35", true), ("0.01", "4.355", false), ("1e-400", "1e400", true), ("1e400", "1e-400", false), ("3", "1e400", false),
            ("3", "3e400", true), ("7", "7e99999999999999999999", true), ("7", "1e99999999999999999999", false),
            ("2", "1e99999999999999999999", true),
            ("999999999999999999", "999999999999999999e999", true), ("999999999999999999", "999999999999999998000000000000000001", true),
            ("999999999999999999", "999999999999999998000000000000000002", false), ("0.5", "-1.5", true), ("3", "0.0", true),
            ("1e3", "500", false),
            ("123456789", "15241578750190521", true), ("123456789", "15241578750190522", false),
        ])
    func multiples(divisor: String, value: String, isValid: Bool) throws {
        #expect(try Check.violations(#"{"multipleOf":\#(divisor)}"#, value).isEmpty == isValid)
    }
}
