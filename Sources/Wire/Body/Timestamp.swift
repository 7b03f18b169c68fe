/// A moment as the contract writes it: RFC 3339, UTC, milliseconds, such as `2026-03-01T09:30:00.000Z`.
public enum Timestamp {
    /// The years that the form has, 0 to 9999, in milliseconds since 1970.
    private static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// - Parameter milliseconds: Milliseconds since 1970, UTC; the nearest time that the form has stands for any other.
    public static func text(_ milliseconds: Int64) -> String {
        let milliseconds = min(max(milliseconds, range.lowerBound), range.upperBound)
        let days = milliseconds.floorDivided(by: 86_400_000)
        let rest = milliseconds - days * 86_400_000
        let (year, month, day) = civil(days)
        return String(unsafeUninitializedCapacity: 24) { buffer in
            var end = 0
            func add(_ number: Int64, _ width: Int, _ separator: Unicode.Scalar) {
                var number = UInt32(truncatingIfNeeded: number)
                for index in stride(from: end + width - 1, through: end, by: -1) {
                    buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
                    number /= 10
                }
                buffer[end + width] = UInt8(ascii: separator)
                end += width + 1
            }
            add(year, 4, "-")
            add(month, 2, "-")
            add(day, 2, "T")
            add(rest / 3_600_000, 2, ":")
            add(rest / 60_000 % 60, 2, ":")
            add(rest / 1_000 % 60, 2, ".")
            add(rest % 1_000, 3, "Z")
            return end
        }
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
