import Glibc

/// Waits for something that another thread or process brings about.
///
/// - Parameters:
///   - what: What is waited for, in words.
///   - limit: The longest wait; long, because it is only there so that a failure ends.
/// - Throws: ``NeverCame``, and what the condition throws.
package func eventually(
    _ what: String = "what is waited for", within limit: Duration = .seconds(60), file: StaticString = #fileID, line: UInt = #line,
    _ holds: () throws -> Bool
) throws {
    let deadline = ContinuousClock.now + limit
    while try !holds() {
        guard ContinuousClock.now < deadline else { throw NeverCame(what, file, line) }
        usleep(2_000)
    }
}

/// The same with a condition that awaits, which holds up no thread.
package func eventually(
    _ what: String = "what is waited for", within limit: Duration = .seconds(60), file: StaticString = #fileID, line: UInt = #line,
    _ holds: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !holds() {
        guard ContinuousClock.now < deadline else { throw NeverCame(what, file, line) }
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// What a test waited for has not come.
package struct NeverCame: Error, CustomStringConvertible {
    package let description: String

    init(_ what: String, _ file: StaticString, _ line: UInt) {
        self.init("\(what) never came, waited for at \(file):\(line)")
    }

    package init(_ description: String) {
        self.description = description
    }
}
