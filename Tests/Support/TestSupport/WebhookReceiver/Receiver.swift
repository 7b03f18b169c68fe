import Foundation

/// A receiver of webhooks in a process of its own: `receiver.py`, which says what its paths do.
public final class Receiver {
    private let process = Process()
    private let folder: URL
    public private(set) var port: UInt16 = 0
    private let isSecure: Bool

    /// - Parameter isSecure: Whether it speaks TLS, with a certificate for `localhost` that nobody knows but who reads ``certificate``.
    public init(isSecure: Bool = false) throws {
        self.isSecure = isSecure
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sectional-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try setSecrets([:])
        try Data().write(to: folder.appendingPathComponent("log"))
        try Data().write(to: folder.appendingPathComponent("output"))
        var arguments = [
            Self.script("receiver.py"), "--secrets", path("secrets"), "--log", path("log"), "--release", path("release"),
        ]
        if isSecure {
            try makeCertificate()
            arguments += ["--certificate", certificate, "--key", path("key.pem")]
        }
        try start(process, arguments)
        port = try waitForPort()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The project's root.
    private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../..").standardized

    private static func script(_ name: String) -> String {
        root.appendingPathComponent("Tests/Support/TestSupport/WebhookReceiver/\(name)").path
    }

    /// The certificate's file.
    public var certificate: String { path("certificate.pem") }

    /// - Parameter host: A name or an address of this machine.
    public func url(_ target: String, host: String = "127.0.0.1") -> String { "http\(isSecure ? "s" : "")://\(host):\(port)\(target)" }

    /// Says with which secret the deliveries to a name are verified from now on.
    ///
    /// - Parameter secrets: Each as its text, by the name that the query of a URL gives as `name`.
    public func setSecrets(_ secrets: [String: String]) throws {
        try JSONEncoder().encode(secrets).write(to: folder.appendingPathComponent("secrets"), options: .atomic)
    }

    /// Lets what is held be answered.
    public func release() throws { try Data().write(to: folder.appendingPathComponent("release")) }

    /// What has come so far, in order.
    public func deliveries() throws -> [ReceivedDelivery] {
        let log = try Data(contentsOf: folder.appendingPathComponent("log"))
        guard let end = log.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return try log[..<end].split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(ReceivedDelivery.self, from: $0) }
    }

    /// Waits until so many deliveries have come that are as asked.
    @discardableResult
    public func wait(for count: Int, where isMeant: (ReceivedDelivery) -> Bool = { _ in true }) throws -> [ReceivedDelivery] {
        var found: [ReceivedDelivery] = []
        try eventually("\(count) deliveries have come") {
            found = try deliveries().filter(isMeant)
            return found.count >= count
        }
        return found
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func start(_ process: Process, _ arguments: [String]) throws {
        process.executableURL = Self.root.appendingPathComponent(".venv/bin/python3")
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("output"))
        process.standardError = process.standardOutput
        try process.run()
    }

    private func waitForPort() throws -> UInt16 {
        var port: UInt16?
        try eventually("the receiver listens (Scripts/setup test installs what it needs)") {
            let output = try String(contentsOfFile: path("output"), encoding: .utf8)
            guard process.isRunning else { throw ReceiverFailure("the receiver has ended: \(output)") }
            guard let line = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().first else { return false }
            port = line.split(separator: " ").last.flatMap { UInt16($0) }
            return true
        }
        guard let port else { throw ReceiverFailure("the receiver names no port") }
        return port
    }

    private func makeCertificate() throws {
        let maker = Process()
        try start(maker, [Self.script("make_certificate.py"), certificate, path("key.pem")])
        maker.waitUntilExit()
        guard maker.terminationStatus == 0 else {
            throw ReceiverFailure("no certificate: \(try String(contentsOfFile: path("output"), encoding: .utf8))")
        }
    }
}
