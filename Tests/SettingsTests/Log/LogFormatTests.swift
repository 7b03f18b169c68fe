import Foundation
import Logging
import Synchronization
import Testing

@testable import Settings

@Suite("The log's lines")
struct LogFormatTests {
    @Test("a record is one line of text, whatever it holds")
    func text() {
        let line = LogFormat.text.line(
            time: "T", level: .warning, message: "a\nb",
            metadata: ["b": "plain", "a": "two words", "c": "", "d": "x\u{1B}[0m", "e": "q\"", "f": "k=v"])
        #expect(line == #"T warning "a\nb" a="two words" b=plain c="" d="x\u001b[0m" e="q\"" f="k=v""# + "\n")
    }

    @Test(
        "controls of either kind, line separators and marks of direction are escaped, in text and in JSON",
        arguments: [
            "\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}",
            "\u{2066}", "\u{2069}", "\u{FEFF}",
        ]
    )
    func hidden(character: String) throws {
        let code = String(try #require(character.unicodeScalars.first).value, radix: 16)
        let escape = "\\u" + String(repeating: "0", count: 4 - code.count) + code
        for format in [LogFormat.text, .json] {
            let line = format.line(time: "T", level: .info, message: "a\(character)b", metadata: ["key": "c\(character)d é"])
            #expect(line.contains("\"a\(escape)b\"") && line.contains("\"c\(escape)d é\"") && !line.contains(character))
        }
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
        var logger = Logger(label: "test") { _ in LineLogHandler(format: .text, threshold: LogThreshold(.notice)) { lines.add($0) } }
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
