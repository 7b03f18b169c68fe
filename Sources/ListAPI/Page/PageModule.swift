/// One script of the page, read line by line: what it imports, and what is left of it as the body of a function.
struct PageModule {
    /// The names of the files that it imports.
    private(set) var imports: [String] = []
    /// Its statements, with imports as constants, and a return of what it exports.
    let body: String

    init(_ text: String) {
        var lines: [Substring] = []
        var exports: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("import ") {
                lines.append(Self.imported(line, into: &imports))
            } else if line.hasPrefix("export ") {
                let statement = line.dropFirst("export ".count)
                exports.append(Self.name(of: statement))
                lines.append(statement)
            } else {
                lines.append(line)
            }
        }
        lines.append("return { \(exports.joined(separator: ", ")) };\n")
        body = lines.joined(separator: "\n")
    }

    /// The constant of the joined script that holds what a file exports.
    static func variable(of file: String) -> String {
        "$" + String(file.split(separator: ".").first ?? "")
    }

    /// `import { a, b as c } from './x.js';` as `const { a, b: c } = $x;`.
    private static func imported(_ line: Substring, into imports: inout [String]) -> Substring {
        let parts = line.split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count == 3, let names = line.split(separator: "{").last?.split(separator: "}").first else { return line }
        let file = String(parts[1].dropFirst(2))
        imports.append(file)
        let bound = names.split(separator: ",").map { name in
            name.split(separator: " ").filter { $0 != "as" }.joined(separator: ": ")
        }
        return "const { \(bound.joined(separator: ", ")) } = \(variable(of: file));"
    }

    /// The name that a declaration gives: of `async function* follow(…)` it is `follow`.
    private static func name(of declaration: Substring) -> Substring {
        let keywords: Set<Substring> = ["async", "function", "function*", "class", "const", "let"]
        let name = declaration.split(separator: " ").first { !keywords.contains($0) } ?? ""
        return name.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
    }
}
