import Foundation

/// Waits until something is so.
func wait(_ purpose: String, seconds: Int = 30, _ isSo: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
        if try isSo() { return }
        usleep(10_000)
    }
    throw TestFailure("waited \(purpose) in vain")
}

/// Waits until somebody listens on a port of this machine.
func waitForPort(_ port: UInt16) throws {
    try wait("for port \(port)") { (try? HTTPConnection(port: port)) != nil }
}
