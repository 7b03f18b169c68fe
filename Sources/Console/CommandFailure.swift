/// Why a command ends without having done its work: one readable line, and the status that the process exits with.
struct CommandFailure: Error, Equatable {
    /// Wrong flags, arguments or settings.
    static let usageStatus: Int32 = 2
    /// Anything else.
    static let generalStatus: Int32 = 1

    let message: String
    var status = CommandFailure.generalStatus
}

extension CommandFailure {
    /// An error in flags, arguments or settings.
    static func usage(_ message: String) -> CommandFailure { CommandFailure(message: message, status: usageStatus) }
}

extension CommandFailure {
    /// Nobody reads the output any more; no message is written.
    static let brokenPipe = CommandFailure(message: "")
}
