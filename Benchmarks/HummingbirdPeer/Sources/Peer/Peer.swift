import ArgumentParser
import Foundation
import Hummingbird
import Logging

/// When SQLite has the disk sync.
enum Synchronous: String, ExpressibleByArgument {
    case full, normal
}

@main
struct Peer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve a table of items. Prints \"listening on PORT\" when it is ready.")

    @Option var port = 0
    @Option var database: String
    @Option var synchronous = Synchronous.normal

    func run() async throws {
        let store = try ItemStore(path: database, synchronous: synchronous)
        var logger = Logger(label: "peer")
        logger.logLevel = .error
        let application = Application(
            router: routes(store, itemCount: try await store.count()),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                try? FileHandle.standardOutput.write(contentsOf: Data("listening on \(channel.localAddress?.port ?? 0)\n".utf8))
            },
            logger: logger)
        try await application.runService()
    }
}
