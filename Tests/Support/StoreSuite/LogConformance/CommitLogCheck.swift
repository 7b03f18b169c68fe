public import Ports
import TestSupport

/// One thing that every ``CommitLog`` does.
///
/// A log's tests run ``all`` of them, each on a log that begins empty.
public struct CommitLogCheck: Sendable, CustomStringConvertible {
    /// What the log does, in words.
    public let name: String
    private let body: @Sendable (SharedLog) throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (SharedLog) throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Runs the check.
    ///
    /// - Parameter open: Makes one more store's way to the log; each is a new one.
    /// - Throws: ``ConformanceFailure`` that says what the log did instead, or what the log threw.
    public func run(_ open: @escaping @Sendable () throws -> any CommitLog) throws {
        try body(SharedLog(open))
    }

    public var description: String { name }

    /// The whole suite.
    public static var all: [CommitLogCheck] { order + locking + joining }
}
