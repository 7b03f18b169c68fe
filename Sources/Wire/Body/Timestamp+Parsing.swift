import Foundations

extension Timestamp {
    /// The moment that a text names as RFC 3339 has it (section 5.6), in milliseconds since 1970, UTC; what is finer is cut off. `nil` for
    /// any other text.
    ///
    /// A leap second counts as the second after it.
    public static func milliseconds(_ text: String) -> Int64? {
        var rest = text.utf8[...]
        guard let year = number(&rest, digits: 4), take(&rest, "-"), let month = number(&rest, digits: 2), take(&rest, "-"),
            let day = number(&rest, digits: 2), take(&rest, "T") || take(&rest, "t"),
            let hour = number(&rest, digits: 2), take(&rest, ":"), let minute = number(&rest, digits: 2), take(&rest, ":"),
            let second = number(&rest, digits: 2), let fraction = fraction(&rest), let offset = offset(&rest), rest.isEmpty,
            (1...12).contains(month), (1...length(ofMonth: month, year)).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - offset
        return (minutes * 60 + second) * 1_000 + fraction
    }

    private static func take(_ rest: inout Substring.UTF8View, _ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private static func number(_ rest: inout Substring.UTF8View, digits: Int) -> Int64? {
        let read = rest.prefix(digits)
        guard read.count == digits, ASCII.areDigits(read) else { return nil }
        rest = rest.dropFirst(digits)
        return read.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// Milliseconds behind a point; 0 where there is none.
    private static func fraction(_ rest: inout Substring.UTF8View) -> Int64? {
        guard take(&rest, ".") else { return 0 }
        let read = rest.prefix(while: ASCII.isDigit)
        rest = rest.dropFirst(read.count)
        guard !read.isEmpty else { return nil }
        let digits = read.prefix(3).reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        return read.count == 1 ? digits * 100 : read.count == 2 ? digits * 10 : digits
    }

    /// Minutes that a local time is ahead of UTC.
    private static func offset(_ rest: inout Substring.UTF8View) -> Int64? {
        if take(&rest, "Z") || take(&rest, "z") { return 0 }
        let isAhead = take(&rest, "+")
        guard isAhead || take(&rest, "-"), let hours = number(&rest, digits: 2), take(&rest, ":"),
            let minutes = number(&rest, digits: 2), hours < 24, minutes < 60
        else { return nil }
        return (isAhead ? 1 : -1) * (hours * 60 + minutes)
    }

    private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 to a date of the Gregorian calendar (Hinnant, "chrono-Compatible Low-Level Date Algorithms",
    /// `days_from_civil`).
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        // The calendar repeats every 400 years; one era more keeps every step above 0.
        let shifted = (month <= 2 ? year - 1 : year) + 400
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era - 1) * 146_097 + dayOfEra - 719_468
    }
}
