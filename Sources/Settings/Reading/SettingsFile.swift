import FoundationEssentials
import Yams

/// The settings in a YAML file.
struct SettingsFile {
    private let path: String
    private let root: Node?

    /// Reads a file.
    init(path: String) throws(SettingsError) {
        let text: String
        do {
            text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        } catch {
            let reason = FileManager.default.fileExists(atPath: path) ? "can't be read as UTF-8 text" : "does not exist"
            throw SettingsError("the settings file \(path) \(reason)")
        }
        try self.init(text: text, path: path)
    }

    /// Takes the text of a file; `path` is what errors call it.
    init(text: String, path: String) throws(SettingsError) {
        self.path = path
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            throw Self.error(from: error, path: path)
        }
    }

    /// The settings that are there, by name.
    func values(of keys: [SettingKey]) throws(SettingsError) -> [String: SettingValue] {
        guard let root, root.null == nil else { return [:] }
        guard let mapping = root.mapping else { throw error(root, "the file must be a map of settings") }
        var values: [String: SettingValue] = [:]
        try read(mapping, below: "", keys, into: &values)
        return values
    }

    /// A text within groups, whatever else the file holds; `nil` where it is not there.
    func text(at names: [String]) -> String? {
        var node = root
        for name in names { node = node?.mapping?.first { $0.key.scalar?.string == name }?.value }
        return node?.scalar?.string
    }

    private func read(
        _ mapping: Node.Mapping, below group: String, _ keys: [SettingKey], into values: inout [String: SettingValue]
    ) throws(SettingsError) {
        for (keyNode, node) in mapping {
            let name = group + (keyNode.scalar?.string ?? "")
            let isGroup = keys.contains { $0.name.hasPrefix(name + ".") }
            // A map of a name that is also a group's holds what belongs to the group.
            if let key = keys.first(where: { $0.name == name }), node.mapping == nil || !isGroup {
                guard let value = SettingValue(node), key.kind.accepts(value) else {
                    let found = node.scalar.map { key.kind.complaint(about: $0.string) } ?? ""
                    throw error(keyNode, "\(name) must be \(key.kind.words)\(found)")
                }
                values[name] = value
            } else if isGroup {
                guard node.null == nil else { continue }
                guard let mapping = node.mapping else { throw error(keyNode, "\(name) must be a group of settings") }
                try read(mapping, below: name + ".", keys, into: &values)
            } else {
                let groups = keys.compactMap { $0.name.split(separator: ".").dropLast().first.map(String.init) }
                throw error(keyNode, "unknown key \(name)\(NearestName(to: name, among: keys.map(\.name) + groups).question)")
            }
        }
    }

    private func error(_ node: Node, _ message: String) -> SettingsError {
        SettingsError("\(path):\(node.mark?.line ?? 1): \(message)")
    }

    private static func error(from error: any Error, path: String) -> SettingsError {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            SettingsError("\(path):\(mark.line): not YAML: \(problem)")
        case YamlError.duplicatedKeysInMapping(let duplicates, let context):
            SettingsError("\(path):\(context.mark.line): \(duplicates.joined(separator: ", ")) stands there more than once")
        default:
            SettingsError("\(path): not YAML")
        }
    }
}
