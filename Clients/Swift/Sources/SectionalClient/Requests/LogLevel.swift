#if canImport(os)
    import os
#endif

/// The weight of a line of a service's log.
public enum LogLevel: Sendable {
    /// A request that went well, or was called back.
    case debug
    /// A refusal of the server, or no answer.
    case error
}

#if canImport(os)
    extension SectionalService {
        /// Writes a service's log to the system's, in the category `sectional`.
        public static func systemLog(subsystem: String) -> @Sendable (LogLevel, String) -> Void {
            let logger = Logger(subsystem: subsystem, category: "sectional")
            return { level, line in
                switch level {
                case .debug: logger.debug("\(line, privacy: .public)")
                case .error: logger.error("\(line, privacy: .public)")
                }
            }
        }
    }
#endif
