import Foundation

/// What `docs/operating.md` says, as far as it can be held against the program.
struct OperatingGuide {
    let text: String

    init() throws {
        text = try String(contentsOf: ProjectFolder.root.appendingPathComponent("docs/operating.md"), encoding: .utf8)
    }

    /// The errors and warnings that the guide explains.
    var logLines: [LogSources.Line] {
        rows.compactMap { cells in
            guard cells.count == 3, ["error", "warning"].contains(cells[0]) else { return nil }
            return LogSources.Line(level: cells[0], text: Self.code(cells[1]))
        }
    }

    /// What a start that fails says, by the guide.
    var startFailures: [String] {
        guard let section = text.components(separatedBy: "\n## When it does not start\n").last else { return [] }
        return Self.rows(section).filter { $0.count == 2 && $0[0].hasPrefix("`") }.map { Self.code($0[0]) }
    }

    /// The settings that the guide names.
    func settings(in groups: Set<String>) throws -> Set<String> {
        let names = text.matches(of: try Regex(#"`([a-zA-Z]+)\.([a-zA-Z]+)`"#)).compactMap { match -> String? in
            guard let group = match.output[1].substring, let name = match.output[2].substring, groups.contains(String(group)) else {
                return nil
            }
            return "\(group).\(name)"
        }
        return Set(names)
    }

    /// Blocks of YAML, in order.
    var yaml: [String] {
        text.components(separatedBy: "```yaml\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }

    /// The files of the project that the guide links to.
    var links: [String] {
        get throws {
            text.matches(of: try Regex(#"\]\(([^)#]+)\)"#)).compactMap { $0.output[1].substring.map(String.init) }
        }
    }

    private var rows: [[String]] { Self.rows(text) }

    /// The cells of each line of a table.
    private static func rows(_ text: String) -> [[String]] {
        text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func code(_ cell: String) -> String { cell.trimmingCharacters(in: ["`"]) }
}
