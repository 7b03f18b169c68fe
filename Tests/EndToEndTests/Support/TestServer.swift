import Logging
import MicroHTTPServer
import SQLiteStore
import Settings
import Synchronization
@testable import sectional

/// The real application on a free port and a database of its own: in this process, or, where the environment has `SECTIONAL_PROGRAM`, as that
/// program.
final class TestServer: Sendable {
    let port: UInt16
    private let application: Application?
    private let process: Mutex<ServerProcess?>

    init(database: String, _ configure: (inout Settings) -> Void = { _ in }) throws {
        var settings = Settings()
        settings.server.port = 0
        settings.store.path = database
        settings.log.level = .error
        configure(&settings)
        if ProjectFolder.namedProgram != nil {
            let server = try ServerProcess(database: database, executable: ProjectFolder.releasedProgram, environment: settings.environment)
            port = server.port
            application = nil
            process = Mutex(server)
            return
        }
        let application = try Application(settings: settings, logger: ProgramLog(settings.log).logger)
        let address = try application.start()
        guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw TestFailure("no port in \(address)") }
        self.port = port
        self.application = application
        process = Mutex(nil)
    }

    func connect() throws -> HTTPConnection { try HTTPConnection(port: port) }

    func stop() {
        application?.stop()
        process.withLock { process in
            _ = try? process?.stop()
            process = nil
        }
    }

    deinit {
        stop()
    }
}
