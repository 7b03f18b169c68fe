import Foundations

/// Dates as HTTP writes them, in the three forms that a recipient must take (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let shortDays: Set = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longDays: Set = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// Milliseconds since 1970, UTC; `nil` where the text is no date. Whether the day of the week is the right one is not looked at.
    ///
    /// - Parameter now: Milliseconds since 1970, UTC: a year of two digits is the one that is at most fifty years ahead.
    static func milliseconds(_ text: String, now: Int64) -> Int64? {
        guard text.utf8.count <= 64 else { return nil }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch parts.count {
        // Sun, 06 Nov 1994 08:49:37 GMT
        case 6 where parts[0].hasSuffix(",") && shortDays.contains(String(parts[0].dropLast())) && parts[5] == "GMT":
            return moment(year: number(parts[3], 4), month: parts[2], day: number(parts[1], 2), time: parts[4])
        // Sunday, 06-Nov-94 08:49:37 GMT
        case 4 where parts[0].hasSuffix(",") && longDays.contains(String(parts[0].dropLast())) && parts[3] == "GMT":
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard date.count == 3, let short = number(date[2], 2) else { return nil }
            return moment(year: year(short, now: now), month: date[1], day: number(date[0], 2), time: parts[2])
        // Sun Nov 06 08:49:37 1994
        case 5 where shortDays.contains(parts[0]):
            return moment(year: number(parts[4], 4), month: parts[1], day: number(parts[2], 2), time: parts[3])
        // Sun Nov  6 08:49:37 1994
        case 6 where shortDays.contains(parts[0]) && parts[2].isEmpty:
            return moment(year: number(parts[5], 4), month: parts[1], day: number(parts[3], 1), time: parts[4])
        default:
            return nil
        }
    }

    private static func moment(year: Int64?, month: String, day: Int64?, time: String) -> Int64? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), 2) }
        guard let year, let index = months.firstIndex(of: month), let day, clock.count == 3, let hour = clock[0], let minute = clock[1],
            let second = clock[2], (1...length(of: index + 1, in: year)).contains(day), hour <= 23, minute <= 59, second <= 60
        else { return nil }
        return (((days(year, Int64(index + 1), day) * 24 + hour) * 60 + minute) * 60 + second) * 1_000
    }

    /// Reads exactly that many decimal digits.
    private static func number(_ text: String, _ length: Int) -> Int64? {
        text.utf8.count == length && text.utf8.allSatisfy(ASCII.isDigit) ? Int64(text) : nil
    }

    /// The year that two digits stand for: one that appears to be more than fifty years ahead is the last one in the past with these digits.
    private static func year(_ short: Int64, now: Int64) -> Int64 {
        // Near enough: a year of 365.2425 days, and the fifty years need no day's precision.
        let current = 1970 + now / 31_556_952_000
        let year = current - current % 100 + short
        return year > current + 50 ? year - 100 : (year + 100 <= current + 50 ? year + 100 : year)
    }

    private static func length(of month: Int, in year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Days from 1970-01-01 to a Gregorian date (Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`).
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
