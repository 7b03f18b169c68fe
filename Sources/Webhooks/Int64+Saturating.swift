extension Int64 {
    /// The sum, or the largest or smallest number where that is past what fits.
    func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the largest or smallest number where that is past what fits.
    func subtractingSaturating(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    /// The product with a factor that is not negative, or the largest or smallest number where that is past what fits.
    func multipliedSaturating(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? (self < 0 ? .min : .max) : product
    }
}
