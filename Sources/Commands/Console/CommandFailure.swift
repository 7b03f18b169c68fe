/// Why a command ends without having done its work: one readable line, and the status that the process exits with.
public struct CommandFailure: Error, Equatable {
    /// Wrong flags, arguments or settings.
    static let usageStatus: Int32 = 2
    /// Anything else.
    public static let generalStatus: Int32 = 1

    public let message: String
    public let status: Int32

    public init(message: String, status: Int32 = CommandFailure.generalStatus) {
        self.message = message
        self.status = status
    }
}

extension CommandFailure {
    /// An error in flags, arguments or settings.
    public static func usage(_ message: String) -> CommandFailure { CommandFailure(message: message, status: usageStatus) }
}

extension CommandFailure {
    /// Nobody reads the output any more; no message is written.
    static let brokenPipe = CommandFailure(message: "")
}
