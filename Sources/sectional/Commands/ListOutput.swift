import Commands
import Foundations
import JSON

/// List objects by id, a page at a time.
protocol ListPages {
    /// The next page; `nil` after the last.
    mutating func next() throws(CommandFailure) -> [JSONText]?
}

extension DatabaseLists: ListPages {}
extension ServerLists: ListPages {}

/// How lists are written on standard output.
enum ListOutput {
    case lines
    case json

    /// Writes page after page, as they come.
    func write(_ pages: any ListPages) throws(CommandFailure) {
        var pages = pages
        let output = try OutputTarget(path: nil)
        var isFirst = true
        if self == .json { try output.write("{\"lists\":[") }
        while let page = try pages.next() {
            switch self {
            case .lines: try output.write(page.map { Self.line($0) + "\n" }.joined())
            case .json:
                let text = TerminalText.escaped(page.map(\.text).joined(separator: ","))
                try output.write(isFirst || text.isEmpty ? text : "," + text)
                if !text.isEmpty { isFirst = false }
            }
        }
        if self == .json { try output.write("],\"next\":null}\n") }
    }

    /// Id, version, sections, items, and, where there is one, the source of a view and the title.
    private static func line(_ list: JSONText) -> String {
        let id = text("/id", of: list)
        let title = text("/title", of: list)
        let counts = [("version", "/version"), ("sections", "/sectionCount"), ("items", "/itemCount")].map { name, pointer in
            let count = text(pointer, of: list)
            return name == "version" ? "version \(count)" : "\(count) \(count == "1" ? String(name.dropLast()) : name)"
        }
        let source = text("/view/of", of: list)
        let parts = [id] + counts + (source.isEmpty ? [] : ["of \(source)"]) + (title.isEmpty ? [] : ["“\(title)”"])
        return TerminalText.escaped(parts.joined(separator: "  "))
    }

    private static func text(_ pointer: String, of list: JSONText) -> String {
        guard let value = JSONPointer(pointer)?.evaluate(in: list), !value.isNull else { return "" }
        return value.stringContent ?? value.text
    }
}
