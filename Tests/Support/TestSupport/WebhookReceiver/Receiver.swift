import Foundation

/// A receiver of webhooks in a process of its own: `receiver.py`, which says what its paths do.
public final class Receiver {
    private let process: ChildProcess
    private let folder: URL
    public private(set) var port: UInt16 = 0
    private let isSecure: Bool

    /// - Parameter isSecure: Whether it speaks TLS, with a certificate for `localhost` that nobody knows but who reads ``certificate``.
    public init(isSecure: Bool = false) throws {
        self.isSecure = isSecure
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sectional-\(UUID().uuidString)")
        self.folder = folder
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.write([:], in: folder)
        try Data().write(to: folder.appendingPathComponent("log"))
        try Data().write(to: folder.appendingPathComponent("output"))
        var arguments = [
            Self.script("receiver.py"), "--secrets", path("secrets"), "--log", path("log"), "--release", path("release"),
        ]
        if isSecure {
            try Self.makeCertificate(path("certificate.pem"), path("key.pem"), in: folder)
            arguments += ["--certificate", path("certificate.pem"), "--key", path("key.pem")]
        }
        process = try Self.start(arguments, in: folder)
        port = try waitForPort()
    }

    deinit {
        process.send(signal: SIGKILL)
        process.wait()
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
    public func setSecrets(_ secrets: [String: String]) throws { try Self.write(secrets, in: folder) }

    private static func write(_ secrets: [String: String], in folder: URL) throws {
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

    private static func start(_ arguments: [String], in folder: URL) throws -> ChildProcess {
        let output = try FileHandle(forWritingTo: folder.appendingPathComponent("output"))
        return try ChildProcess(
            root.appendingPathComponent(".venv/bin/python3").path, arguments,
            environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"],
            input: .null, output: .file(output), errors: .file(output))
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

    private static func makeCertificate(_ certificate: String, _ key: String, in folder: URL) throws {
        guard try start([script("make_certificate.py"), certificate, key], in: folder).wait() == 0 else {
            let output = folder.appendingPathComponent("output")
            throw ReceiverFailure("no certificate: \(try String(contentsOf: output, encoding: .utf8))")
        }
    }
}
