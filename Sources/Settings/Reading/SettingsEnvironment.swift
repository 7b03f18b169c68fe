/// The settings among a process's environment variables.
public struct SettingsEnvironment: Sendable {
    static let prefix = "SECTIONAL_"
    /// The variable that names the file.
    static let fileVariable = "SECTIONAL_CONFIG"

    /// The variable that has the token for `--server`, so that no list of processes shows it.
    public static let tokenVariable = "SECTIONAL_TOKEN"

    let variables: [String: String]

    /// The settings that are there, by name.
    func values(of keys: [SettingKey]) throws(SettingsError) -> [String: SettingValue] {
        var values: [String: SettingValue] = [:]
        for key in keys {
            guard let text = variables[key.variable] else { continue }
            guard let value = key.kind.value(of: text), key.kind.accepts(value) else {
                throw SettingsError(
                    "\(key.variable) must be \(key.kind.words)\(Self.hint(for: key.kind))\(key.kind.complaint(about: text))")
            }
            values[key.name] = value
        }
        return values
    }

    /// A line on each variable that looks like a setting and is none, by name.
    func warnings(for keys: [SettingKey]) -> [String] {
        let known = keys.map(\.variable) + [Self.fileVariable, Self.tokenVariable]
        return variables.keys.filter { $0.hasPrefix(Self.prefix) && !known.contains($0) }.sorted().map { name in
            "\(name) is no setting\(NearestName(to: name, among: known).question)"
        }
    }

    private static func hint(for kind: SettingKind) -> String {
        switch kind {
        case .texts, .integers: ", separated by commas"
        case .textMap, .maps: ", as JSON"
        default: ""
        }
    }
}
