import Ports

/// A server tells the others of its log this, by texts of a table.
struct ServerNotice: Sendable, Equatable {
    var pins: [PinnedVersion] = []
    /// The settings that should agree, by name.
    var settings: [String: String] = [:]

    init() {}

    init(pins: String, settings: String) {
        self.pins = pins.split(separator: " ").compactMap { pin in
            let parts = pin.split(separator: ":").compactMap { Int64($0) }
            return parts.count == 2 ? PinnedVersion(list: parts[0], version: parts[1]) : nil
        }
        for line in settings.split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { self.settings[String(parts[0])] = String(parts[1]) }
        }
    }

    /// Each as `list:version`.
    var pinText: String {
        pins.map { "\($0.list):\($0.version)" }.sorted().joined(separator: " ")
    }

    /// A line each. No value has a line break: these are numbers, names and lists of them.
    var settingText: String {
        settings.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)" }.joined(separator: "\n")
    }
}
