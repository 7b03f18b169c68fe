import Foundation
import Testing

@Suite("The package in an app")
struct AppPackageTests {
    private let folder: TestFolder
    private let package: URL

    /// A repository with what the package is made of, and a tag.
    init() throws {
        folder = try TestFolder()
        package = folder.url.appendingPathComponent("sectional")
        try FileManager.default.createDirectory(at: package.appendingPathComponent("Tests"), withIntermediateDirectories: true)
        for name in ["Package.swift", "Sources", "Tests/Support"] {
            try FileManager.default.copyItem(at: ProjectFolder.root.appendingPathComponent(name), to: package.appendingPathComponent(name))
        }
        try git("init", "--quiet")
        try git("add", ".")
        try git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "Everything")
        try git("tag", "1.0.0")
    }

    @Test("is fetched alone where the app takes no traits, and its client is built")
    func client() throws {
        let app = try app(traits: ", traits: []")
        try swift("build", in: app)
        #expect(try pins(of: app) == ["sectional"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: app.path + "/.build/checkouts") == ["sectional"])
    }

    @Test("brings what the server needs where the app takes the traits by default")
    func server() throws {
        let app = try app(traits: "")
        try swift("package", "resolve", in: app)
        #expect(try pins(of: app).contains("grdb.swift"))
    }

    /// An app of one file that uses the client.
    private func app(traits: String) throws -> URL {
        let app = folder.url.appendingPathComponent("app")
        try FileManager.default.createDirectory(at: app.appendingPathComponent("Sources/app"), withIntermediateDirectories: true)
        _ = try folder.write(
            """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "app",
                platforms: [.iOS(.v15)],
                dependencies: [.package(url: "\(package.absoluteString)", exact: "1.0.0"\(traits))],
                targets: [.target(name: "app", dependencies: [.product(name: "SectionalClient", package: "sectional")])]
            )

            """, to: "app/Package.swift")
        _ = try folder.write("import SectionalClient\n", to: "app/Sources/app/App.swift")
        return app
    }

    /// The packages that the app's build has taken.
    private func pins(of app: URL) throws -> Set<String> {
        struct Resolved: Decodable {
            struct Pin: Decodable { let identity: String }
            let pins: [Pin]
        }
        let data = try Data(contentsOf: app.appendingPathComponent("Package.resolved"))
        return Set(try JSONDecoder().decode(Resolved.self, from: data).pins.map(\.identity))
    }

    private func git(_ arguments: String...) throws {
        try run("git", arguments, in: package)
    }

    private func swift(_ arguments: String..., in app: URL) throws {
        try run("swift", arguments, in: app)
    }

    private func run(_ tool: String, _ arguments: [String], in directory: URL) throws {
        // An app is built without what `make` says to this package's own build.
        let environment = ProcessInfo.processInfo.environment.filter { $0.key != "TESTABLE_RELEASE" }
        let run = try ProgramRun(
            arguments, executable: URL(fileURLWithPath: GeneratedFile.tool(tool)), environment: environment, in: directory.path)
        guard try run.status(within: 400) == 0 else { throw TestFailure("\(tool) \(arguments): \(run.output) \(run.errors)") }
    }
}
