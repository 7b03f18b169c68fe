import Foundation

/// A script of the project that is written in Python, at work.
public enum PythonRun {
    private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized

    /// A script that has ended with an error.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Runs a script with the Python of the tests' tools.
    ///
    /// - Parameters:
    ///   - script: Its path in the project.
    ///   - input: What it reads on its standard input.
    /// - Returns: All that it has written.
    public static func output(of script: String, _ arguments: String..., input: String = "") throws -> String {
        let written = Pipe()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("python-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(input.utf8).write(to: file)
        let process = try ChildProcess(
            root.appendingPathComponent(".venv/bin/python3").path, [root.appendingPathComponent(script).path] + arguments,
            input: .file(try FileHandle(forReadingFrom: file)), output: .pipe(written))
        let output = try written.fileHandleForReading.readToEnd() ?? Data()
        let status = process.wait()
        guard status == 0 else { throw Failure(description: "\(script) has ended with \(status)") }
        return String(decoding: output, as: UTF8.self)
    }
}
