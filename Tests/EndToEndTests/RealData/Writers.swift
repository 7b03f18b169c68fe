import Foundation
import Synchronization
import TestSupport

/// Connections that change a list for as long as somebody reads it.
final class Writers: Sendable {
    private struct State {
        var isStopping = false
        var versions = 0
        var failures: [String] = []
    }

    private let state = Mutex(State())
    private let group = DispatchGroup()

    /// Runs `work` again and again on a thread and a connection of its own, with the number of the round.
    ///
    /// - Parameter work: makes one write; its answer's status must be 200.
    func start(on server: TestServer, _ work: @escaping @Sendable (HTTPConnection, Int) throws -> HTTPReply) {
        DispatchQueue(label: "writer").async(group: group) { [self] in
            do {
                let connection = try server.connect()
                var round = 0
                while !state.withLock({ $0.isStopping }) {
                    let reply = try work(connection, round)
                    guard reply.status == 200 else { throw TestFailure("\(reply.status): \(reply.text.prefix(500))") }
                    let version = reply.header("List-Version").flatMap { Int($0) } ?? 0
                    state.withLock { $0.versions = max($0.versions, version) }
                    round += 1
                }
            } catch {
                state.withLock { $0.failures.append("\(error)") }
            }
        }
    }

    /// The highest version that a write has answered with.
    var version: Int { state.withLock { $0.versions } }

    /// Waits until a later version than one is there.
    func wait(past version: Int) throws {
        try eventually("a version after \(version)") {
            guard failures.isEmpty else { throw TestFailure("no version after \(version): \(failures)") }
            return self.version > version
        }
    }

    var failures: [String] { state.withLock { $0.failures } }

    /// Lets the writes that run end.
    func stop() {
        state.withLock { $0.isStopping = true }
        group.wait()
    }
}
