import Foundation
import Logging

import MicroHTTPServer
import SQLiteStore
import Settings
@testable import sectional

/// The real application, in this process, on a free port and a database of its own.
final class TestServer: Sendable {
    let port: UInt16
    private let application: Application

    init(database: String, _ configure: (inout Settings) -> Void = { _ in }) throws {
        var settings = Settings()
        settings.server.port = 0
        settings.store.path = database
        settings.log.level = .error
        configure(&settings)
        application = try Application(settings: settings, logger: ProgramLog(settings.log).logger)
        let address = try application.start()
        guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw TestFailure("no port in \(address)") }
        self.port = port
    }

    func connect() throws -> HTTPConnection { try HTTPConnection(port: port) }

    func stop() { application.stop() }

    deinit {
        application.stop()
    }
}
