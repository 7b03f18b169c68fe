/// A moment as the contract writes it: RFC 3339, UTC, milliseconds, such as `2026-03-01T09:30:00.000Z`.
public enum Timestamp {
    /// - Parameter milliseconds: Milliseconds since 1970, UTC.
    public static func text(_ milliseconds: Int64) -> String {
        let days = milliseconds.floorDivided(by: 86_400_000)
        let rest = milliseconds - days * 86_400_000
        let (year, month, day) = civil(days)
        let parts = [(year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (rest / 3_600_000, 2, ":"), (rest / 60_000 % 60, 2, ":")]
        let date = parts.map { padded($0.0, $0.1) + $0.2 }.joined()
        return date + padded(rest / 1_000 % 60, 2) + "." + padded(rest % 1_000, 3) + "Z"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// The Gregorian date of a day counted from 1970-01-01 (Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`).
    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
