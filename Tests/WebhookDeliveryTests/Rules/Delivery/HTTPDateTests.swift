import Testing
@testable import Webhooks

@Suite("Dates of HTTP and Retry-After")
struct HTTPDateTests {
    /// 2026-03-01T09:30:00Z.
    private static let now: Int64 = 1_772_357_400_000

    @Test(
        "are read in all three forms",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777_000),
            ("Sun Nov  6 08:49:37 1994", 784_111_777_000), ("Thu Nov 10 08:49:37 1994", 784_457_377_000),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1_000),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000_000),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800_000), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799_000),
            ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400_000), ("Saturday, 01-Mar-75 00:00:00 GMT", 3_318_624_000_000),
            ("Thursday, 01-Mar-79 00:00:00 GMT", 289_094_400_000),
        ] as [(String, Int64)])
    func forms(text: String, milliseconds: Int64) {
        #expect(HTTPDate.milliseconds(text, now: Self.now) == milliseconds)
    }

    @Test(
        "are refused in any other",
        arguments: [
            "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
            "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 94 08:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 31 Nov 1994 08:49:37 GMT",
            "Wed, 29 Feb 2023 00:00:00 GMT", "Thu, 29 Feb 1900 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:00 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
            "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
            "Sun Nov 6 08:49:37 1994",
            "Sun Nov 06 08:49:37 1994 GMT", "1994-11-06T08:49:37Z", "784111777",
        ])
    func refused(text: String) {
        #expect(HTTPDate.milliseconds(text, now: Self.now) == nil)
    }

    @Test(
        "a wait is a number of seconds, or the time until a date that has not come",
        arguments: [
            ("0", 0), ("120", 120_000), (" 7\t", 7_000), ("007", 7_000), ("Sun, 01 Mar 2026 09:30:05 GMT", 5_000),
            ("Sunday, 01-Mar-26 09:31:00 GMT", 60_000), ("Sun Mar  1 10:30:00 2026", 3_600_000), ("Sun, 01 Mar 2026 09:30:00 GMT", nil),
            ("Sun, 01 Mar 2026 09:29:59 GMT", nil), ("", nil), (" ", nil), ("-1", nil), ("+1", nil), ("1.5", nil), ("5s", nil),
            ("soon", nil),
            ("1, 2", nil), ("9223372036854775807", Int64.max), ("99999999999999999999999999999", Int64.max),
        ] as [(String, Int64?)])
    func waits(field: String, milliseconds: Int64?) {
        #expect(RetryAfter.delay(field, now: Self.now) == milliseconds)
    }
}
