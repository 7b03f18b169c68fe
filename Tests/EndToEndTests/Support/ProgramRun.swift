import Foundation
import Synchronization
import TestSupport

/// The built program, or another one, as a child process. What it writes goes to files, so that it never waits for a reader.
final class ProgramRun {
    private let process: ChildProcess
    private let folder: TestFolder

    /// - Parameters:
    ///   - environment: added to what is needed to start at all; nothing else is inherited, but for the options of a sanitizer and of a cluster.
    ///   - input: what its standard input holds.
    init(
        _ arguments: [String], executable: URL = program, environment: [String: String] = [:], input: String = "",
        in directory: String? = nil
    ) throws {
        folder = try TestFolder()
        process = try ChildProcess(
            executable.path, arguments, environment: environment.merging(Self.inherited) { given, _ in given },
            in: directory ?? folder.url.path,
            input: .file(try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.write(input, to: "input")))),
            output: .file(try Self.file(folder.path("output"))), errors: .file(try Self.file(folder.path("error"))))
    }

    deinit {
        send(signal: SIGKILL)
    }

    /// What every program is started with.
    private static let inherited = ProcessInfo.processInfo.environment
        .filter { ["ASAN_OPTIONS", "CLUSTER_POSTGRES", "CLUSTER_PROGRAM"].contains($0.key) }
        .merging(["PATH": "/usr/bin:/bin"]) { _, path in path }

    /// The built program; it lies where the test's own lies.
    static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("sectional")

    var output: String { read("output") }
    var errors: String { read("error") }
    var isRunning: Bool { process.isRunning }
    var identifier: Int32 { process.identifier }

    func send(signal: Int32) { process.send(signal: signal) }

    /// Waits until it has ended.
    ///
    /// - Returns: its exit status; the signal's number below zero where one ended it.
    func status(within seconds: Int = 180) throws -> Int32 {
        guard let status = process.status(within: Double(seconds)) else {
            throw TestFailure("the program does not end; it said: \(errors)")
        }
        return status
    }

    /// Waits until it has written a line on standard output that starts so, and gives the rest of the line.
    @discardableResult
    func waitForLine(startingWith start: String) throws -> String {
        try wait(for: start) {
            let whole = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return whole.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
        }
    }

    /// Waits until it has written something on standard error.
    func waitForError(containing text: String) throws {
        try wait(for: text) { read("error").contains(text) ? true : nil }
    }

    /// Waits until it serves.
    ///
    /// - Returns: its port.
    func port() throws -> UInt16 {
        let address = try waitForLine(startingWith: "listening on http://")
        guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw TestFailure("no port in \(address)") }
        return port
    }

    @discardableResult
    private func wait<Found>(for text: String, _ look: () -> Found?) throws -> Found {
        var found: Found?
        try eventually("“\(text)”, said by the program") {
            let isRunning = process.isRunning
            found = look()
            guard found != nil || isRunning else { throw TestFailure("the program never said “\(text)”; it said: \(output) \(errors)") }
            return found != nil
        }
        guard let found else { throw TestFailure("the program never said “\(text)”") }
        return found
    }

    private func read(_ name: String) -> String {
        (try? String(contentsOfFile: folder.path(name), encoding: .utf8)) ?? ""
    }

    private static func file(_ path: String) throws -> FileHandle {
        let isMade = FileManager.default.createFile(atPath: path, contents: nil)
        guard isMade, let handle = FileHandle(forWritingAtPath: path) else { throw TestFailure("can't write \(path)") }
        return handle
    }
}
