import Testing

/// Runs of the program that are expected to end.
enum CommandLineTool {
    /// Runs it, and expects it to end with 0 and to say nothing on standard error.
    ///
    /// - Returns: what it wrote on standard output.
    @discardableResult
    static func run(_ arguments: String..., input: String = "", location: SourceLocation = #_sourceLocation) throws -> String {
        let run = try ProgramRun(arguments, environment: ["SECTIONAL_LOG_LEVEL": "error"], input: input)
        #expect(try run.status() == 0, "\(arguments)", sourceLocation: location)
        #expect(run.errors.isEmpty, sourceLocation: location)
        return run.output
    }

    /// Runs it, and expects it to end with a status and one line on standard error that holds some words.
    @discardableResult
    static func fail(
        _ arguments: [String], status: Int32 = 1, saying words: String, environment: [String: String] = [:], input: String = "",
        location: SourceLocation = #_sourceLocation
    ) throws -> ProgramRun {
        let run = try ProgramRun(arguments, environment: environment, input: input)
        #expect(try run.status() == status, "\(arguments)", sourceLocation: location)
        #expect(run.errors.hasPrefix("sectional: ") && run.errors.contains(words), "\(run.errors)", sourceLocation: location)
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)", sourceLocation: location)
        return run
    }
}
