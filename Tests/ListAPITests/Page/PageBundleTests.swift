import Testing

@testable import ListAPI

/// The page's scripts joined into one, and its styles.
@Suite("The joined files of the page")
struct PageBundleTests {
    private func bundle(_ texts: [String: String]) -> [String: String] {
        let document =
            "<link rel=\"stylesheet\" href=\"ui/a.css\">\n<link rel=\"stylesheet\" href=\"ui/b.css\">\n"
            + "<script type=\"module\" src=\"ui/main.js\"></script>\n"
        let files = texts.merging(["index.html": document, "ui/a.css": "a {}", "ui/b.css": "b {}"]) { first, _ in first }
        let served = PageBundle(files.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) }).files
        return Dictionary(served.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }) { first, _ in first }
    }

    @Test("modules become functions, in the order in which they run")
    func order() throws {
        let files = bundle([
            "ui/main.js": "import { one as uno, Two } from './parts.js';\nimport { all } from './rest.js';\nuno(Two, all);\n",
            "ui/parts.js": "import { all } from './rest.js';\nexport async function one() {}\nexport class Two {}\n",
            "ui/rest.js": "export const all = 1;\nconst own = 2;\n",
        ])
        let script = try #require(files.first { $0.key.hasPrefix("ui/page-") && $0.key.hasSuffix(".js") })
        #expect(
            script.value == """
                const $rest = (() => {
                const all = 1;
                const own = 2;

                return { all };
                })();
                const $parts = (() => {
                const { all } = $rest;
                async function one() {}
                class Two {}

                return { one, Two };
                })();
                const $main = (() => {
                const { one: uno, Two } = $parts;
                const { all } = $rest;
                uno(Two, all);

                return {  };
                })();

                """)
        #expect(files["index.html"]?.contains("<script type=\"module\" src=\"\(script.key)\"></script>") == true)
    }

    @Test("styles are joined in the order of the document")
    func styles() throws {
        let files = bundle(["ui/main.js": ""])
        let style = try #require(files.first { $0.key.hasPrefix("ui/page-") && $0.key.hasSuffix(".css") })
        #expect(style.value == "a {}\nb {}")
        #expect(files["index.html"]?.split(separator: "\n").filter { $0.hasPrefix("<link") }.count == 1)
        #expect(files["index.html"]?.contains(style.key) == true)
    }

    @Test("pictures stand in the document")
    func pictures() {
        let document = "<link rel=\"icon\" href=\"ui/icon.svg\">\n<img src=\"ui/icon.svg\">\n"
        let served = bundle(["ui/main.js": "", "index.html": document, "ui/icon.svg": "<svg fill=\"#fff\"/>\n"])
        let address = "data:image/svg+xml,%3Csvg fill=%22%23fff%22/%3E"
        #expect(served["index.html"] == "<link rel=\"icon\" href=\"\(address)\">\n<img src=\"\(address)\">\n")
    }

    @Test("another content has another name")
    func names() {
        let names = ["a();\n", "b();\n"].map { Set(bundle(["ui/main.js": $0]).keys.filter { $0.hasSuffix(".js") }) }
        #expect(names[0].intersection(names[1]) == ["ui/main.js"])
    }

    @Test("modules that import each other are served as they are")
    func cycle() {
        let files = bundle(["ui/main.js": "import { b } from './b.js';\n", "ui/b.js": "import { c } from './main.js';\n"])
        #expect(files.keys.allSatisfy { !$0.hasPrefix("ui/page-") })
        #expect(files["index.html"]?.contains("src=\"ui/main.js\"") == true)
    }

    @Test("the program serves its page joined")
    func embedded() throws {
        let joined = PageFile.embedded.keys.filter { $0.hasPrefix("ui/page-") }
        #expect(joined.count == 2)
    }
}
