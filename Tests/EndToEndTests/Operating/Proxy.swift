import Foundation
import TestSupport

/// A proxy as Debian has it, with the configuration that the project ships, on free ports and with a certificate of the test's own.
///
/// It runs in the foreground as a child of the test, in one process, and goes with it.
final class Proxy {
    enum Kind: String, CaseIterable, Sendable {
        case nginx, caddy
    }

    /// The port that it speaks TLS on.
    let port: UInt16
    private let folder: TestFolder
    private let certificate: TLSCertificate
    private let run: ProgramRun

    /// Starts it in front of a server.
    ///
    /// - Parameter changes: What else to replace in the configuration, and by what.
    init(_ kind: Kind, server: UInt16, changing changes: [(String, String)] = []) throws {
        folder = try TestFolder()
        certificate = try TLSCertificate(in: folder)
        port = try HTTPConnection.freePort()
        var changes = [("127.0.0.1:8080", "127.0.0.1:\(server)")] + changes
        switch kind {
        case .nginx:
            changes += [
                ("listen 80;", "listen 127.0.0.1:\(try HTTPConnection.freePort());"), ("listen 443 ", "listen 127.0.0.1:\(port) "),
                ("/etc/ssl/certs/lists.example.com.pem", certificate.certificate),
                ("/etc/ssl/private/lists.example.com.key", certificate.key),
            ]
            let site = try folder.write(try Self.configuration("nginx.conf", changes), to: "site.conf")
            let whole = try folder.write(Self.surroundings(of: site, in: folder), to: "nginx.conf")
            run = try ProgramRun(["-e", "stderr", "-p", folder.url.path, "-c", whole], executable: URL(fileURLWithPath: "/usr/sbin/nginx"))
        case .caddy:
            changes.append(
                (
                    "lists.example.com {",
                    "lists.example.com:\(port) {\n\tbind 127.0.0.1\n\ttls \(certificate.certificate) \(certificate.key)"
                ))
            let site = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + (try Self.configuration("Caddyfile", changes))
            let path = try folder.write(site, to: "Caddyfile")
            run = try ProgramRun(
                ["run", "--config", path, "--adapter", "caddyfile"], executable: URL(fileURLWithPath: "/usr/bin/caddy"),
                environment: ["HOME": folder.url.path, "XDG_DATA_HOME": folder.url.path, "XDG_CONFIG_HOME": folder.url.path])
        }
        try eventually("\(kind), which listens,") {
            guard run.isRunning else { throw TestFailure("\(kind) does not listen: \(run.errors)") }
            return (try? HTTPConnection(port: port)) != nil
        }
    }

    /// A request by curl, over HTTP/2 where the proxy has it, of a client that trusts the certificate.
    func curl(_ arguments: [String], _ target: String, input: String? = nil) throws -> ProgramRun {
        let host = "\(TLSCertificate.host):\(port)"
        let all =
            ["-sS", "--cacert", certificate.certificate, "--connect-to", "\(host):127.0.0.1:\(port)", "--path-as-is"] + arguments
            + ["https://\(host)\(target)"]
        let curl = URL(fileURLWithPath: "/usr/bin/curl")
        guard let input else { return try ProgramRun(all, executable: curl) }
        // Standard input from a file that another process writes.
        return try ProgramRun(
            ["-c", "exec \"$0\" \"$@\" < '\(input)'", curl.path] + all, executable: URL(fileURLWithPath: "/bin/bash"))
    }

    /// A request and its answer.
    func send(_ arguments: [String], _ target: String) throws -> HTTPReply {
        let run = try curl(["-i"] + arguments, target)
        guard try run.status() == 0 else { throw TestFailure("curl fails: \(run.errors)") }
        return try Self.reply(run.output)
    }

    /// An answer as `curl -i` shows it.
    static func reply(_ text: String) throws -> HTTPReply {
        guard let end = text.range(of: "\r\n\r\n") else { throw TestFailure("no answer: \(text)") }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { throw TestFailure("no status") }
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        return HTTPReply(status: status, headers: headers, body: Array(text[end.upperBound...].utf8))
    }

    /// The shipped file with changes, each of which must be for something that is there.
    private static func configuration(_ name: String, _ changes: [(String, String)]) throws -> String {
        var text = try String(contentsOf: ProjectFolder.root.appendingPathComponent("config/\(name)"), encoding: .utf8)
        for (old, new) in changes {
            guard text.contains(old) else { throw TestFailure("config/\(name) has no “\(old)”") }
            text = text.replacingOccurrences(of: old, with: new)
        }
        return text
    }

    /// What Debian's own nginx.conf is to a site; one process, and nothing outside of the folder.
    private static func surroundings(of site: String, in folder: TestFolder) -> String {
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder.path($0));" }
        return """
            daemon off; master_process off; pid \(folder.path("pid")); error_log stderr warn;
            events {}
            http { access_log off; gzip on; \(folders.joined(separator: " ")) include \(site); }
            """
    }
}
