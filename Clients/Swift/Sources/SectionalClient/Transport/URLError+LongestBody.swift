import Foundation

extension URLError {
    /// The most bytes that are taken for one answer or one event; more is `.dataLengthExceedsMaximum`.
    static let longestBody = 64 << 20
    /// The most bytes of an event stream that wait to be read; a stream with more is cut, and resumes.
    static let mostUnread = 8 << 20
}
