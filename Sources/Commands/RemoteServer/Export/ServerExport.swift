import HTTPClient
public import Lists

/// Copies an export from a running server, as it comes.
public struct ServerExport {
    let list: ListID
    let version: Int64?
    let server: ServerAddress

    /// - Parameter version: `nil` for the newest.
    public init(list: ListID, version: Int64?, server: ServerAddress) {
        self.list = list
        self.version = version
        self.server = server
    }

    public func run(to target: OutputTarget, _ bar: ProgressBar) throws(CommandFailure) {
        var request = server.request("GET", list, "/export\(version.map { "?at=\($0)" } ?? "")")
        request.takesGzip = true
        var check = ExportCheck()
        var answer = ServerAnswer()
        do {
            answer.status = try request.perform { status, bytes in
                if status == 200 {
                    guard check.pass(bytes) else { throw CommandFailure(message: "\(server.url): the answer is no export") }
                    try target.write(bytes)
                    bar.total = check.expected
                    bar.show(check.lines)
                } else {
                    answer.append(bytes)
                }
            }
        } catch {
            throw server.failure(error)
        }
        guard answer.status == 200 else { throw server.refusal(answer) }
        // A connection that just ends may be the way that a body ends, so what the list says of itself decides.
        guard check.isWhole else { throw CommandFailure(message: "\(server.url): the answer was cut: \(check.words)") }
    }
}
