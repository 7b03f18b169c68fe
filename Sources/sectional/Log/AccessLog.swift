import HTTPServing
import HTTPTypes
import Lists

/// Writes one line for each request that was answered, a stream's when it has ended.
///
/// A line has the request's method, path, route and id, the answer's status, the bytes of its body that were sent, milliseconds from the
/// request's arrival until the answer was made (or the stream's end), and the failure that a problem tells of. Never anything of a
/// query, a header or a body. Of a path that is long only its beginning is there.
struct AccessLog: AnswerObserver {
    /// Bytes of a path that a line has at most.
    private static let longestPath = 512
    private static let longestLine = 2_048

    private let format: LogFormat
    private let buffer: LineBuffer
    private let clock = LogClock()

    init(format: LogFormat, buffer: LineBuffer) {
        self.format = format
        self.buffer = buffer
    }

    func answered(_ request: Request, _ response: Response, _ facts: AnswerFacts) {
        if case .stream = response.body { return }
        write(request, response, facts)
    }

    func ended(_ request: Request, _ response: Response, _ facts: AnswerFacts) {
        write(request, response, facts)
    }

    private func write(_ request: Request, _ response: Response, _ facts: AnswerFacts) {
        withUnsafeTemporaryAllocation(byteCount: Self.longestLine, alignment: 1) { memory in
            var line = LineLayout(memory)
            switch format {
            case .text: layOutText(&line, request, response, facts)
            case .json: layOutJSON(&line, request, response, facts)
            }
            buffer.add(line.bytes)
        }
    }

    private func layOutText(
        _ line: inout LineLayout, _ request: Request, _ response: Response, _ facts: AnswerFacts
    ) {
        clock.append(to: &line)
        line.append(" info answered bytes=")
        line.append(facts.bytes)
        line.append(" duration_ms=")
        line.append(milliseconds: facts.microseconds)
        if let failure = response.failure {
            line.append(" failure=")
            line.append(failure)
        }
        line.append(" method=")
        line.append(request.method.rawValue)
        line.append(" path=")
        append(path: request.target.rawPath, to: &line, quotes: false)
        line.append(" request_id=")
        line.append(request.id)
        line.append(" route=")
        line.append(facts.route ?? "none")
        line.append(" status=")
        line.append(response.status.code)
        line.append("\n")
    }

    private func layOutJSON(
        _ line: inout LineLayout, _ request: Request, _ response: Response, _ facts: AnswerFacts
    ) {
        line.append("{\"time\":\"")
        clock.append(to: &line)
        line.append("\",\"level\":\"info\",\"message\":\"answered\",\"bytes\":")
        line.append(facts.bytes)
        line.append(",\"duration_ms\":")
        line.append(milliseconds: facts.microseconds)
        if let failure = response.failure {
            line.append(",\"failure\":\"")
            line.append(failure)
            line.append("\"")
        }
        line.append(",\"method\":\"")
        line.append(request.method.rawValue)
        line.append("\",\"path\":")
        append(path: request.target.rawPath, to: &line, quotes: true)
        line.append(",\"request_id\":\"")
        line.append(request.id)
        line.append("\",\"route\":\"")
        line.append(facts.route ?? "none")
        line.append("\",\"status\":")
        line.append(response.status.code)
        line.append("}\n")
    }

    /// A path as sent; quoted as JSON where that is asked for, or where it would not stay one word.
    private func append(path: Substring.UTF8View, to line: inout LineLayout, quotes: Bool) {
        var path = Substring(path)
        let isDone = path.withUTF8 { bytes in
            guard !bytes.isEmpty, bytes.count <= Self.longestPath else { return false }
            for byte in bytes where byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return false
            }
            guard quotes || !bytes.contains(UInt8(ascii: "=")) else { return false }
            if quotes { line.append("\"") }
            line.append(UnsafeRawBufferPointer(bytes))
            if quotes { line.append("\"") }
            return true
        }
        if !isDone { line.append(JSONValue(string: Self.beginning(of: path)).text) }
    }

    /// A path, or the first characters of a long one and dots.
    private static func beginning(of path: Substring) -> String {
        guard path.utf8.count > longestPath else { return String(path) }
        return String(decoding: path.utf8.prefix(longestPath - 3), as: UTF8.self) + "…"
    }
}
