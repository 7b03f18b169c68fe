import Foundation

/// The errors and warnings that the sources write to the log.
struct LogSources {
    struct Line: Hashable, CustomStringConvertible {
        let level: String
        /// The message; `…` is what is known at run time only.
        let text: String

        var description: String { "\(level) “\(text)”" }
    }

    /// Where a message is made that a call only passes on: the call's file, the files that have the message, and how it is found there.
    private static let origins: [(call: String, files: String, pattern: String)] = [
        ("DeliveryLoop.swift", "WebhookDelivery/", #"rest\("([^"]+)""#),
        ("SettingsOptions.swift", "SettingsEnvironment.swift", #""([^"]*is no setting[^"]*)""#),
        ("RefusalLog.swift", "RefusalLog.swift", #"case \w+ = "([^"]+)""#),
    ]

    /// The text of each file by its path.
    let files: [String: String]

    init(files: [String: String]) {
        self.files = files
    }

    /// Reads every Swift file below a folder.
    init(_ folder: URL) throws {
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
            files[path] = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        }
        self.files = files
    }

    /// All of them.
    ///
    /// - Throws: ``TestFailure`` where a call's message can't be found.
    func lines() throws -> Set<Line> {
        var lines: Set<Line> = []
        for (path, text) in files {
            for call in text.matches(of: try Regex(#"[lL]ogger\??\.(error|warning|critical|log)\(\s*(")?"#)) {
                let level = call.output[1].substring.map(String.init) ?? ""
                let message = call.output[2].range == nil ? "…" : Self.message(text[call.range.upperBound...])
                guard level != "log" else { throw TestFailure("\(path) logs at a level that can't be read off") }
                guard message.allSatisfy({ $0 == "…" }) else {
                    lines.insert(Line(level: level, text: message))
                    continue
                }
                for message in try origin(of: path) { lines.insert(Line(level: level, text: message)) }
            }
        }
        return lines
    }

    /// The messages that a file's calls pass on.
    private func origin(of path: String) throws -> [String] {
        var messages: [String] = []
        for origin in Self.origins where path.hasSuffix(origin.call) {
            let pattern = try Regex(origin.pattern)
            for (path, text) in files where path.contains(origin.files) {
                messages += text.matches(of: pattern).compactMap { $0.output[1].substring.map { Self.message($0 + "\"") } }
            }
        }
        guard !messages.isEmpty else { throw TestFailure("\(path) logs a message that is made elsewhere: name it in LogSources.origins") }
        return messages
    }

    /// A literal's text from behind its first quote on, with `…` for each interpolation.
    private static func message(_ source: Substring) -> String {
        var (message, depth, isEscaped) = ("", 0, false)
        for character in source {
            if depth > 0 {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
            } else if isEscaped {
                isEscaped = false
                if character == "(" { depth = 1 }
                message.append(character == "(" ? "…" : character)
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                break
            } else {
                message.append(character)
            }
        }
        return message
    }
}
