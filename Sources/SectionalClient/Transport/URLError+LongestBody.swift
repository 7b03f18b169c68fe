import Foundation

extension URLError {
    /// The most bytes that are taken for one answer or one event; more is `.dataLengthExceedsMaximum`.
    static let longestBody = 64 << 20
}
