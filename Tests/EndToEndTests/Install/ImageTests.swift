import Foundation
import Testing

/// What the container is made of: the tree that `Scripts/rootfs` makes, in the Dockerfile and here.
@Suite("The container's files")
struct ImageTests {
    /// Made once for all tests here.
    private static let made = Result { () throws -> TestFolder in
        let folder = try TestFolder()
        try ReleasedProgram.run(
            "/bin/bash", ProjectFolder.root.appendingPathComponent("Scripts/rootfs").path, try ReleasedProgram.path(), folder.path("root"),
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
        return folder
    }

    private var root: String { get throws { try Self.made.get().path("root") } }

    /// The program of the tests is some 1.3 MB larger than the image's, which is built without what lets tests look into it.
    @Test("weigh what the README says to 3 MB, and are the program, libraries, certificates, a user and licences, and no shell")
    func content() throws {
        let root = try root
        let bytes = try ReleasedProgram.run("/usr/bin/du", "-s", "--apparent-size", "--block-size=1", root).split(separator: "\t").first
        let readme = try String(contentsOf: ProjectFolder.root.appendingPathComponent("README.md"), encoding: .utf8)
        let said = try #require(readme.firstMatch(of: /a container of (\d+) MB/).flatMap { Int($0.output.1) })
        #expect(abs(try #require(bytes.flatMap { Int($0) }) - said * 1_000_000) < 3_000_000)
        let files = (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(root)/\(name)", isDirectory: &isFolder) && !isFolder.boolValue
        }
        let others = files.filter {
            !$0.hasPrefix("usr/share/licenses/") && !$0.hasPrefix("var/lib/dpkg/status.d/") && !$0.contains(".so.")
        }
        #expect(
            Set(others) == [
                "usr/local/bin/sectional", "etc/passwd", "etc/group", "etc/nsswitch.conf", "etc/ssl/certs/ca-certificates.crt",
                "etc/os-release",
            ])
        #expect(try String(contentsOfFile: root + "/etc/passwd", encoding: .utf8) == "sectional:x:10001:10001::/data:/usr/sbin/nologin\n")
        for name in [
            "sectional", "swift", "GRDB.swift", "Yams", "libmicrohttpd12", "libsqlite3-0", "libc6", "libssl3", "libpcre2-8-0", "libpq5",
        ] {
            #expect(files.contains { $0.hasPrefix("usr/share/licenses/\(name)/") }, "\(name)")
        }
        let mode = try FileManager.default.attributesOfItem(atPath: root + "/tmp")[.posixPermissions] as? Int
        #expect(mode == 0o1777)
    }

    @Test("say what scanners look for: the distribution, and each package with its version, its licence beside it")
    func packages() throws {
        let root = try root
        let folder = root + "/var/lib/dpkg/status.d"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(
            Set(names).isSuperset(of: ["libmicrohttpd12", "libsqlite3-0", "libc6", "libssl3", "libpcre2-8-0", "libpq5", "ca-certificates"]))
        for name in names {
            let lines = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n")
            #expect(lines.contains("Package: \(name)") && lines.contains("Status: install ok installed"), "\(name)")
            #expect(lines.contains { $0.hasPrefix("Version: ") } && lines.contains { $0.hasPrefix("Architecture: ") }, "\(name)")
            #expect(FileManager.default.fileExists(atPath: "\(root)/usr/share/licenses/\(name)/copyright"), "\(name)")
        }
        #expect(try String(contentsOfFile: root + "/etc/os-release", encoding: .utf8).contains("ID=debian\n"))
        let dockerfile = try String(contentsOf: ProjectFolder.root.appendingPathComponent("Dockerfile"), encoding: .utf8)
        #expect(!dockerfile.contains("TESTABLE_RELEASE"))
    }

    @Test("are enough to serve, to be found healthy, to take a webhook's secret and to work on the database")
    func serving() throws {
        let port = try HTTPConnection.freePort()
        let environment = ["SECTIONAL_PORT": "\(port)", "SECTIONAL_DATABASE": "/tmp/lists.sqlite"]
        let server = try inside("serve", environment)
        #expect(try server.port() == port)
        #expect(try inside("health", environment).finishedOutput() == "http://127.0.0.1:\(port) is ready\n")
        #expect(try HTTPConnection(port: port).send("PUT", "/lists/cities", body: #"[["Málaga","東京"]]"#).status == 201)
        #expect(try inside("lists", environment).finishedOutput() == "cities  version 1  1 section  2 items\n")
        let url = "http://127.0.0.1:\(port)"
        let hook = try inside("webhooks add https://hooks.example.com/ --server \(url)", environment).finishedOutput()
        #expect(hook.contains("whsec_"))
        #expect(try inside("export cities --server \(url)", environment).finishedOutput().contains("東京"))
        #expect(try inside("serve --port x", environment).status() == 2)
        server.send(signal: SIGTERM)
        #expect(try server.status() == 0)
    }

    @Test("the examples in compose.yaml are settings that a server starts with")
    func composeExamples() throws {
        let folder = try TestFolder()
        let text = try String(contentsOf: ProjectFolder.root.appendingPathComponent("compose.yaml"), encoding: .utf8)
        var environment: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let words = line.drop { " #".contains($0) }
            guard words.hasPrefix("SECTIONAL_"), let colon = words.firstRange(of: ": ") else { continue }
            environment[String(words[..<colon.lowerBound])] = words[colon.upperBound...].trimmingCharacters(in: ["'"])
        }
        #expect(environment.keys.sorted() == ["SECTIONAL_AUTH_TOKENS", "SECTIONAL_LOG_FORMAT", "SECTIONAL_WEBHOOKS_KEY"])
        let server = try ServerProcess(database: folder.database, environment: environment)
        let connection = try server.connect()
        #expect(try connection.get("/lists").status == 401)
        #expect(try connection.get("/healthz").status == 200)
        #expect(!FileManager.default.fileExists(atPath: folder.database + ".key"))
        #expect(try server.stop() == 0)
        #expect(!server.run.errors.contains("warning"), "\(server.run.errors)")
    }

    @Test("compose.yaml builds the image that is described beside it, publishes its port on loopback, and keeps its volume")
    func compose() throws {
        func lines(_ name: String) throws -> [Substring] {
            try String(contentsOf: ProjectFolder.root.appendingPathComponent(name), encoding: .utf8).split(separator: "\n")
        }
        let image = try lines("Dockerfile")
        for line in ["EXPOSE 8080", "VOLUME /data", "    SECTIONAL_PORT=8080 \\"] { #expect(image.contains(Substring(line)), "\(line)") }
        let compose = try lines("compose.yaml")
        for line in ["    build: .", "      - \"127.0.0.1:8080:8080\"", "      - lists:/data", "  lists:"] {
            #expect(compose.contains(Substring(line)), "\(line)")
        }
    }

    /// Runs the program within the tree, and with nothing but the tree; where this user may not change the root, with the tree's loader and
    /// libraries alone.
    private func inside(_ command: String, _ environment: [String: String]) throws -> ProgramRun {
        let root = try root
        let program = "/usr/local/bin/sectional \(command)"
        let script = """
            if unshare --map-root-user --mount true 2>/dev/null; then
                exec unshare --map-root-user --mount sh -c 'mount --rbind /proc \(root)/proc && exec chroot \(root) \(program)'
            fi
            libraries=$(find \(root)/lib \(root)/usr -name '*.so.*' -printf '%h\\n' 2>/dev/null | sort -u | paste -sd :)
            exec "$(echo \(root)/lib64/ld-linux-*)" --inhibit-cache --library-path "$libraries" \(root)\(program)
            """
        return try ProgramRun(
            ["-c", script], executable: URL(fileURLWithPath: "/bin/sh"),
            environment: environment.merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { given, _ in given })
    }
}
