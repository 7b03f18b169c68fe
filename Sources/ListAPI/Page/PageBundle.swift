/// The files of the page with its scripts joined into one, its styles too, and its pictures in the document, so that a browser far away
/// asks three times and not for each module.
///
/// A module becomes a function that is called once, and returns what it exports; the modules that it imports stand before it. The sources
/// keep to what this reads: each import and the head of each export is a line of its own. Where a module imports itself by way of
/// others, nothing is joined.
struct PageBundle {
    typealias File = (name: String, bytes: [UInt8])

    /// The files as they are served: those that came, the joined ones, and the document that names these.
    let files: [File]
    /// The names of the joined files, which have the digest of their content.
    let joined: Set<String>

    init(_ files: [File]) {
        let texts = Dictionary(files.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }) { first, _ in first }
        guard let document = texts["index.html"], let script = Self.script(from: "ui/main.js", in: texts) else {
            (self.files, joined) = (files, [])
            return
        }
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
        let sheets = lines.filter { $0.hasPrefix("<link rel=\"stylesheet\"") }
        let styles = sheets.compactMap { Self.quoted(after: "href=", in: $0).flatMap { texts[$0] } }.joined(separator: "\n")
        let (scriptFile, styleFile) = (Self.named("js", script), Self.named("css", styles))
        var page: [Substring] = []
        for line in lines {
            if line.hasPrefix("<script type=\"module\"") {
                page.append("<script type=\"module\" src=\"\(scriptFile.name)\"></script>")
            } else if !line.hasPrefix("<link rel=\"stylesheet\"") {
                page.append(line)
            } else if line == sheets.first {
                page.append("<link rel=\"stylesheet\" href=\"\(styleFile.name)\">")
            }
        }
        let pictures = texts.filter { $0.key.hasSuffix(".svg") }
        let whole = pictures.reduce(page.joined(separator: "\n")) { text, picture in
            let parts = text.split(separator: "\"\(picture.key)\"", omittingEmptySubsequences: false)
            return parts.joined(separator: "\"\(Self.address(of: picture.value))\"")
        }
        let index = File("index.html", Array(whole.utf8))
        self.files = files.filter { $0.name != "index.html" } + [index, scriptFile, styleFile]
        joined = [scriptFile.name, styleFile.name]
    }

    private static func named(_ kind: String, _ text: String) -> File {
        let bytes = Array(text.utf8)
        return ("ui/page-\(SHA256Digest(of: bytes).hex.prefix(16)).\(kind)", bytes)
    }

    /// The module and all that it imports, in the order in which they run; nil where one is not there, or imports itself.
    private static func script(from entry: String, in texts: [String: String]) -> String? {
        var parts: [String] = []
        var (done, open): (Set<String>, Set<String>) = ([], [])
        func add(_ name: String) -> Bool {
            if done.contains(name) { return true }
            guard let text = texts[name], open.insert(name).inserted else { return false }
            let module = PageModule(text)
            for imported in module.imports where !add("ui/\(imported)") { return false }
            parts.append("const \(PageModule.variable(of: String(name.dropFirst(3)))) = (() => {\n\(module.body)})();\n")
            done.insert(name)
            return true
        }
        return add(entry) ? parts.joined() : nil
    }

    /// A picture as an address that has all of it.
    private static func address(of svg: String) -> String {
        let escapes: [Character: String] = ["\"": "%22", "#": "%23", "%": "%25", "<": "%3C", ">": "%3E", "\n": ""]
        return "data:image/svg+xml," + svg.map { escapes[$0] ?? String($0) }.joined()
    }

    /// The text in quotation marks after a prefix.
    private static func quoted(after prefix: String, in line: Substring) -> String? {
        let parts = line.split(separator: prefix + "\"", maxSplits: 1)
        guard parts.count == 2, let text = parts[1].split(separator: "\"", omittingEmptySubsequences: false).first else { return nil }
        return String(text)
    }
}
