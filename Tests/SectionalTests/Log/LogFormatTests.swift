import Foundation
import Logging
import Synchronization
import Testing

@testable import sectional

@Suite("The log's lines")
struct LogFormatTests {
    @Test("a record is one line of text, whatever it holds")
    func text() {
        let line = LogFormat.text.line(
            time: "T", level: .warning, message: "a\nb",
            metadata: ["b": "plain", "a": "two words", "c": "", "d": "x\u{1B}[0m", "e": "q\"", "f": "k=v"])
        #expect(line == #"T warning "a\nb" a="two words" b=plain c="" d="x\u001b[0m" e="q\"" f="k=v""# + "\n")
    }

    @Test("a record is one JSON object a line, whose own members nothing else takes the name of")
    func json() throws {
        let line = LogFormat.json.line(
            time: "T", level: .info, message: "say \"hi\"\n", metadata: ["level": "mine", "list": ["a", "b"], "status": "200"])
        #expect(line.filter { $0 == "\n" }.count == 1)
        #expect(line.hasPrefix(#"{"time":"T","level":"info","message":"say \"hi\"\n","#))
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
        #expect(object?["level_"] == "mine")
        #expect(object?["status"] == "200")
    }

    @Test("records below the level are not written, and nearer metadata goes before that of the logger")
    func handler() {
        let lines = Lines()
        var logger = Logger(label: "test") { _ in LineLogHandler(format: .text, level: .notice) { lines.add($0) } }
        logger[metadataKey: "a"] = "1"
        logger[metadataKey: "b"] = "2"
        logger.info("quiet")
        logger.error("loud", metadata: ["b": "3"])
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasSuffix("Z error loud a=1 b=3\n") == true)
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }
}
