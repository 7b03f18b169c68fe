import Foundation

/// How long to wait before the next attempt: 0.5 s, doubled each time, 30 s at most, and a random half of it less.
struct Backoff: Sendable {
    private(set) var attempts = 0

    /// - Parameters:
    ///   - random: In 0..<1.
    ///   - least: What the server asks for; an hour of it at most.
    mutating func next(random: Double, atLeast least: TimeInterval = 0) -> TimeInterval {
        attempts += 1
        let longest = min(30, 0.25 * pow(2, Double(min(attempts, 7))))
        let asked = least > 0 ? min(least, 3_600) : 0
        return max(asked, longest * (0.5 + random / 2))
    }

    mutating func reset() { attempts = 0 }
}
