import Foundation
import Testing

@Suite("The package for apps")
struct AppPackageTests {
    @Test("is built in an app outside of this repository, alone and without a warning")
    func alone() throws {
        let folder = try TestFolder()
        let package = ProjectFolder.root.appendingPathComponent("Clients/Swift").path
        let app = try app(#".package(name: "SectionalClient", path: "\#(package)")"#, product: "SectionalClient", in: folder)
        let output = try run("swift", "build", "-Xswiftc", "-warnings-as-errors", in: app)
        #expect(!output.contains("warning:"), "\(output)")
        #expect(!FileManager.default.fileExists(atPath: app.path + "/Package.resolved"))
    }

    @Test("is published as a repository with a tag for each version, which an app adds by its URL")
    func published() throws {
        let folder = try TestFolder()
        let source = try repository(in: folder)
        let url = folder.url.appendingPathComponent("client.git").absoluteString
        try run("git", "init", "--quiet", "--bare", "client.git", in: folder.url)
        #expect(try publish("1.0.0", to: url, from: source).status() == 0)
        _ = try folder.write("More.\n", to: "source/Clients/Swift/More.md")
        try commit(in: source)
        for version in ["1.1.0", "2.0.0-beta.1"] { #expect(try publish(version, to: url, from: source).status() == 0) }

        let app = try app(#".package(url: "\#(url)", from: "1.0.0")"#, product: "client", in: folder)
        try run("swift", "build", in: app)
        #expect(try FileManager.default.contentsOfDirectory(atPath: app.path + "/.build/checkouts") == ["client"])
        let checkout = app.appendingPathComponent(".build/checkouts/client").path
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: checkout)).subtracting([".git"])
                == [".gitignore", "LICENSE", "More.md", "Package.swift", "README.md", "Sources"])
        let license = ProjectFolder.root.appendingPathComponent("LICENSE").path
        #expect(FileManager.default.contentsEqual(atPath: checkout + "/LICENSE", andPath: license))
        let tags = try run("git", "tag", "--merged", "main", in: folder.url.appendingPathComponent("client.git"))
        #expect(tags == "1.0.0\n1.1.0\n2.0.0-beta.1\n")
    }

    @Test("is not published twice in one version, nor as no version, nor with changes that are in no commit")
    func unpublished() throws {
        let folder = try TestFolder()
        let source = try repository(in: folder)
        let url = folder.url.appendingPathComponent("client.git").absoluteString
        try run("git", "init", "--quiet", "--bare", "client.git", in: folder.url)
        #expect(try publish("1.0.0", to: url, from: source).status() == 0)
        func expectRefusal(_ version: String, _ reason: String) throws {
            let run = try publish(version, to: url, from: source)
            #expect(try run.status() == 1)
            #expect(run.errors.contains(reason), "\(run.errors)")
        }
        try expectRefusal("1.0.0", "has version 1.0.0 already")
        for version in ["1.0", "v1.0.1", "1.0.01", "1.0.1-"] { try expectRefusal(version, "no semantic version") }
        _ = try folder.write("", to: "source/new")
        try expectRefusal("1.0.1", "changes that are in no commit")
        #expect(try run("git", "tag", in: folder.url.appendingPathComponent("client.git")) == "1.0.0\n")
    }

    /// A repository of the client's folder and the script that publishes it.
    private func repository(in folder: TestFolder) throws -> URL {
        let source = folder.url.appendingPathComponent("source")
        for name in ["Clients/Swift", "Scripts/publish-client"] {
            let copy = source.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: ProjectFolder.root.appendingPathComponent(name), to: copy)
        }
        try run("git", "init", "--quiet", in: source)
        try commit(in: source)
        return source
    }

    /// An app of one file that uses the client, in Swift 6 mode.
    private func app(_ dependency: String, product package: String, in folder: TestFolder) throws -> URL {
        let app = folder.url.appendingPathComponent("app")
        try FileManager.default.createDirectory(at: app.appendingPathComponent("Sources/App"), withIntermediateDirectories: true)
        _ = try folder.write(
            """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "App",
                platforms: [.iOS(.v15), .tvOS(.v15), .watchOS(.v8), .macOS(.v12), .visionOS(.v1)],
                dependencies: [\(dependency)],
                targets: [.target(name: "App", dependencies: [.product(name: "SectionalClient", package: "\(package)")])]
            )

            """, to: "app/Package.swift")
        _ = try folder.write(
            """
            import Foundation
            import SectionalClient

            struct City: Codable {
                let city: String
            }

            @MainActor
            func firstCity(of server: URL) async -> String? {
                let cities = RemoteDataProvider<City>(SectionalService(server), list: "cities")
                cities.start()
                for await case .reload(let reload) in cities.changes {
                    reload.apply()
                    break
                }
                return cities.item(at: [0, 0])?.city
            }

            """, to: "app/Sources/App/App.swift")
        return app
    }

    private func publish(_ version: String, to url: String, from source: URL) throws -> ProgramRun {
        try ProgramRun([version, url], executable: source.appendingPathComponent("Scripts/publish-client"))
    }

    private func commit(in source: URL) throws {
        try run("git", "add", ".", in: source)
        try run("git", "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "Change", in: source)
    }

    @discardableResult
    private func run(_ tool: String, _ arguments: String..., in directory: URL) throws -> String {
        // An app is built without what `make` says to this repository's own build.
        let environment = ProcessInfo.processInfo.environment.filter { $0.key != "TESTABLE_RELEASE" }
        let run = try ProgramRun(
            arguments, executable: URL(fileURLWithPath: GeneratedFile.tool(tool)), environment: environment, in: directory.path)
        guard try run.status(within: 400) == 0 else { throw TestFailure("\(tool) \(arguments): \(run.output) \(run.errors)") }
        return run.output + run.errors
    }
}
