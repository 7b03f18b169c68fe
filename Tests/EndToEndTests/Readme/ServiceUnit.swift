import Foundation

/// The systemd unit that the project ships.
struct ServiceUnit {
    let text: String

    init() throws {
        text = try String(contentsOf: ProjectFolder.root.appendingPathComponent("config/sectional.service"), encoding: .utf8)
    }

    /// The value of a key that is there once.
    func value(_ key: String) throws -> String {
        let values = text.split(separator: "\n").filter { $0.hasPrefix(key + "=") }.map { $0.dropFirst(key.count + 1) }
        guard values.count == 1 else { throw TestFailure("\(key) is in the unit \(values.count) times") }
        return String(values[0])
    }

    /// The command that starts the server.
    var command: String { get throws { try value("ExecStart") } }
}
