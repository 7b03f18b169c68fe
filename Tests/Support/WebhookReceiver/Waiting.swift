import Foundation

/// Waits until something holds.
///
/// - Parameters:
///   - what: What is waited for, in words.
///   - seconds: After how many it is given up; only there so that a failure ends.
/// - Throws: ``ReceiverFailure`` where it is given up, and what the condition throws.
public func waitUntil(_ what: String, seconds: Int = 60, _ holds: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try !holds() {
        guard ContinuousClock.now < deadline else { throw ReceiverFailure("it never came: \(what)") }
        usleep(5_000)
    }
}
