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
