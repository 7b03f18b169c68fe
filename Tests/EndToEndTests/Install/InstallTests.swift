import Foundation
import Testing

@Suite("make install")
struct InstallTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try Self.make("install", folder)
    }

    @Test("installs the program, small, with no symbols, and it runs without Swift's libraries")
    func program() throws {
        let program = folder.path("usr/bin/sectional")
        #expect(try ReleasedProgram.run(program, "--version") == "0.1.0\n")
        let size = try FileManager.default.attributesOfItem(atPath: program)[.size] as? Int
        // 72 MB when it had ICU's tables of locales.
        #expect(try #require(size) < 45_000_000)
        #expect(try !ReleasedProgram.run("/usr/bin/readelf", "--sections", program).contains(".symtab"))
        #expect(try !ReleasedProgram.run("/usr/bin/ldd", program).contains("libswift"))
    }

    @Test("installs a program that runs where libpq is not, and says what a server that shares a log needs")
    func libpq() throws {
        let program = folder.path("usr/bin/sectional")
        // The loader finds this first, and it is no library.
        try Data().write(to: URL(fileURLWithPath: folder.path("libpq.so.5")))
        let environment = ["LD_LIBRARY_PATH": folder.path("")]
        #expect(try ReleasedProgram.run(program, "--version", environment: environment) == "0.1.0\n")
        let run = try ProgramRun(
            ["serve", "--cluster", "postgresql://h/x"], executable: URL(fileURLWithPath: program), environment: environment)
        #expect(try run.status() == 2)
        #expect(run.errors.contains("needs libpq 14 or newer (apt-get install libpq5)"))
    }

    @Test("installs a manual page that has every command and every option, and that man takes")
    func manual() throws {
        let page = folder.path("usr/share/man/man1/sectional.1")
        let run = try ProgramRun(
            ["--warnings", "-E", "UTF-8", "-l", page], executable: URL(fileURLWithPath: "/usr/bin/man"),
            environment: ["MANWIDTH": "100", "LC_ALL": "C.UTF-8"])
        #expect(try run.status() == 0)
        #expect(run.errors.isEmpty)
        let text = run.output.replacing(/.\u{8}/, with: "")
        for (path, command) in try HelpTests.commands().dropFirst() {
            #expect(text.contains("\n   \(path.dropFirst().joined(separator: " "))\n"), "\(path)")
            for name in (command.arguments ?? []).flatMap({ $0.names ?? [] }).compactMap({ $0["name"] }) {
                #expect(text.contains("-\(name)"), "\(path) \(name)")
            }
        }
        for words in ["EXIT STATUS", "SECTIONAL_TOKEN", "sectional.sqlite-lock", "sectional serve --port 8080 --database lists.sqlite"] {
            #expect(text.contains(words), "\(words)")
        }
    }

    @Test("installs completions that complete commands and options")
    func completions() throws {
        let bash = folder.path("usr/share/bash-completion/completions/sectional")
        func completed(_ words: String) throws -> [String] {
            let count = words.split(separator: " ", omittingEmptySubsequences: false).count - 1
            let script = """
                _init_completion() { :; }
                . \(bash)
                COMP_LINE='\(words)'; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9; COMP_KEY=9
                COMP_WORDS=(\(words.hasSuffix(" ") ? words + "''" : words)); COMP_CWORD=\(count)
                _sectional sectional "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            return try ReleasedProgram.run("/bin/bash", "-c", script).split(separator: "\n").map(String.init)
        }
        #expect(try completed("sectional se").contains("serve"))
        #expect(try completed("sectional webhooks d").contains("deliveries"))
        #expect(try completed("sectional serve --da").contains("--database"))
        let zsh = try String(contentsOfFile: folder.path("usr/share/zsh/site-functions/_sectional"), encoding: .utf8)
        #expect(zsh.hasPrefix("#compdef sectional\n"))
        let fish = try String(contentsOfFile: folder.path("usr/share/fish/vendor_completions.d/sectional.fish"), encoding: .utf8)
        #expect(fish.contains("complete -c 'sectional'") || fish.contains("complete -c sectional"))
    }

    @Test("uninstall takes all of it away")
    func uninstall() throws {
        let files = try Self.files(folder)
        #expect(files.count == 5)
        try Self.make("uninstall", folder)
        #expect(try Self.files(folder).isEmpty)
    }

    @Test("make serve and the program without flags agree on where the database is")
    func sameDatabase() throws {
        func shown(_ environment: [String: String]) throws -> String {
            try ReleasedProgram.run(
                "/usr/bin/make", "-C", ProjectFolder.root.path, "--dry-run", "--old-file=\(ReleasedProgram.url.path)", "serve",
                environment: environment)
        }
        #expect(try shown([:]).contains("serve --host \"127.0.0.1\" --port \"8080\" --database \"sectional.sqlite\""))
        #expect(
            try shown(["SECTIONAL_DATABASE": "other.sqlite", "SECTIONAL_PORT": "81"])
                .contains("--port \"81\" --database \"other.sqlite\""))
        #expect(try shown(["DATABASE": "data/lists.sqlite"]).contains("--database \"data/lists.sqlite\""))
    }

    /// Nothing can be built while the tests hold the build folder, so the program that is there is taken for new.
    private static func make(_ target: String, _ folder: TestFolder) throws {
        let program = try ReleasedProgram.path()
        try ReleasedProgram.run(
            "/usr/bin/make", "-C", ProjectFolder.root.path, target, "PROGRAM=\(program)", "--old-file=\(program)", "--old-file=setup-build",
            "DESTDIR=\(folder.url.path)", "PREFIX=/usr")
    }

    private static func files(_ folder: TestFolder) throws -> [String] {
        let root = folder.path("usr")
        return (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(root)/\(name)", isDirectory: &isFolder) && !isFolder.boolValue
        }
    }
}
