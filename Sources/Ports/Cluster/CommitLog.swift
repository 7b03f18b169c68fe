/// The one order in which several stores commit: the port of a cluster.
///
/// Each store applies all entries in the order of their positions, and appends only while it has the lock and has applied all entries before.
/// So at any moment one store writes, and it has seen everything. An entry that was appended stays, and every later call of any store finds it.
///
/// All calls block and come from any thread, several at once: one thread of a store reads while another waits for the lock. A call that gets no
/// answer throws within 10 s. An implementation connects again by itself; a call then makes one attempt, so that its caller decides how often.
public protocol CommitLog: Sendable {
    /// Joins the stores of the log.
    ///
    /// - Parameter server: The store's own number, random and kept in its file.
    /// - Returns: The log's history: a text that another log, or the same one begun anew, does not have.
    /// - Throws: ``LogRefusal`` `unavailable`, also where a store that is alive has the same number.
    func join(_ server: Int64) throws -> String

    /// Takes the lock as soon as nobody has it, and reads what is behind a position.
    ///
    /// The lock is free once a holder has appended or released it, and also once the holder is known to be gone. A holder that hangs loses it
    /// after 12 s at the latest; its append is then ``LogRefusal`` `overtaken`, or finds its connection closed.
    ///
    /// - Parameters:
    ///   - position: The last entry that the store has applied.
    ///   - seconds: How long to wait for others.
    /// - Throws: ``LogRefusal``: `unavailable` where the time is up, or `diverged`.
    func lock(after position: LogPosition, within seconds: Double) throws -> any LogLock

    /// Reads the entries behind a position, the first few where there are many. It waits for no lock.
    ///
    /// - Returns: All that was appended before the call, where the run is the end.
    /// - Throws: ``LogRefusal``: `unavailable`, or `diverged` where the log no longer has the position. A connection that is new checks that
    ///   the log has the entry at the position; on an old one the entries' ids are enough, which the store compares.
    func read(after position: LogPosition) throws -> LogRun

    /// Sets the one observer, which is called when there may be entries to read. Calls may be lost, doubled or late, and may come for
    /// the store's own entries too. The observer returns at once.
    func onNews(_ wake: @escaping @Sendable () -> Void)

    /// Tells the other stores what this one pins, and asks what they pin. A store that is gone pins nothing.
    ///
    /// - Parameters:
    ///   - pins: For each list the oldest version.
    ///   - server: The store's number.
    /// - Throws: ``LogRefusal`` `unavailable`.
    func exchange(_ pins: [PinnedVersion], of server: Int64) throws -> LogPeers
}

/// The lock of a ``CommitLog``: used once, by one thread, to append or to release.
public protocol LogLock: Sendable {
    /// The entries behind the position that the lock was asked for with. Where they are not the end, ``CommitLog/read(after:)`` has the rest,
    /// and no other store adds to it.
    var run: LogRun { get }

    /// Appends an entry, which is durable when this returns, and releases the lock, in any case.
    ///
    /// - Throws: ``LogRefusal`` where it was not appended, ``LogDoubt`` where that is not known.
    func append(_ entry: LogEntry) throws

    /// Releases the lock. Nothing was appended.
    func release()
}
