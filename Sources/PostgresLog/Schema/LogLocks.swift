/// The numbers of the log's advisory locks. Those of a server have one key, its own number; these have two.
enum LogLocks {
    /// "Sect" in ASCII.
    static let family = 0x5365_6374
    /// A store that appends holds it, for one transaction.
    static let append = 0
    /// The server that leads holds it, for a session.
    static let lead = 1
    /// A process that changes the tables holds it.
    static let schema = 2
}
