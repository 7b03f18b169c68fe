import Foundation

/// How long the tests of the client write and follow.
enum ClientLength {
    /// Seconds of writing, from `CLIENT_SECONDS`; 60 for a long run, few for the gate.
    static let seconds = ProcessInfo.processInfo.environment["CLIENT_SECONDS"].flatMap { Double($0) } ?? 6

    /// Waits so many seconds, or a part of them.
    static func pass(_ part: Double = 1) async throws { try await Task.sleep(for: .seconds(seconds * part)) }
}
