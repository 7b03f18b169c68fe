/// The settings file of all defaults, from ``SettingsTable``: `config/sectional.yaml`.
public enum SettingsDocument {
    /// YAML with every key, a comment before it and its default.
    public static var text: String {
        var text = """
            # Every setting of Sectional with its default. A flag goes before the environment, the environment before this file.
            # In the environment history.versions is SECTIONAL_HISTORY_VERSIONS and requirePreconditions is
            # SECTIONAL_REQUIRE_PRECONDITIONS; lists are separated by commas there, maps and lists of maps are JSON.

            """
        var group = ""
        for key in SettingsTable.keys {
            let parts = key.name.split(separator: ".")
            // A group that is a setting itself can't be a map as well: its keys are written whole.
            let isInGroup = parts.count > 1 && !SettingsTable.keys.contains { $0.name.utf8.elementsEqual(parts[0].utf8) }
            let name = isInGroup ? parts.last.map(String.init) ?? "" : key.name
            text += isInGroup && parts[0] == group ? "" : "\n"
            if isInGroup, parts[0] != group { text += "\(parts[0]):\n" }
            group = isInGroup ? String(parts[0]) : ""
            let indent = isInGroup ? "  " : ""
            text += "\(indent)# \(key.help)\n\(indent)\(name):\(words(key.initial, indent: indent))\n"
        }
        return text
    }

    private static func words(_ value: SettingValue, indent: String) -> String {
        switch value {
        case .nothing: ""
        case .text(let text): " \(text)"
        case .integer(let integer): " \(integer)"
        case .number(let number): " \(Int(exactly: number).map(String.init) ?? String(number))"
        case .boolean(let boolean): " \(boolean)"
        case .list(let values): " [\(values.map { String(words($0, indent: "").dropFirst()) }.joined(separator: ", "))]"
        case .map(let members):
            members.map { "\n\(indent)  \($0.name):\(words($0.value, indent: indent + "  "))" }.joined()
        }
    }
}
