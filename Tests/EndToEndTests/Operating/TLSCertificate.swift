import Foundation

/// A certificate that nobody but the test trusts, for the host that the proxies' configurations name.
struct TLSCertificate {
    static let host = "lists.example.com"

    let certificate: String
    let key: String

    init(in folder: TestFolder) throws {
        (certificate, key) = (folder.path("certificate.pem"), folder.path("key.pem"))
        let run = try ToolRun(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=\(Self.host)",
                "-addext", "subjectAltName=DNS:\(Self.host)", "-keyout", key, "-out", certificate,
            ])
        guard try run.status() == 0 else { throw TestFailure("openssl makes no certificate: \(run.output)") }
    }
}
