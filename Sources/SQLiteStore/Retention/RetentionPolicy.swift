/// How long the versions of a list stay readable.
///
/// A list keeps its last ``versions`` and everything of the last ``seconds``, but no more than ``bytes`` beyond what its head needs;
/// its last ``minimumVersions`` always stay. A version's time runs from when it stopped being the head.
public struct RetentionPolicy: Sendable, Equatable {
    /// The last versions of a list, which stay whatever the bounds say.
    static let minimumVersions: Int64 = 16

    public var versions: Int64
    public var seconds: Int64
    public var bytes: Int64

    public init(versions: Int64 = 1000, seconds: Int64 = 3600, bytes: Int64 = 1 << 30) {
        self.versions = versions
        self.seconds = seconds
        self.bytes = bytes
    }

    /// Moves a history's oldest version past those that may go.
    ///
    /// - Parameters:
    ///   - history: The history, changed to what remains.
    ///   - now: Milliseconds since 1970.
    ///   - limit: The most versions that go.
    ///   - fact: The time of a version, and the bytes that only the versions before it need.
    /// - Returns: How many versions go.
    @discardableResult
    public func release(
        _ history: inout VersionHistory, now: Int64, limit: Int, fact: (_ version: Int64) throws -> VersionFact?
    ) rethrows -> Int {
        var released = 0
        while released < limit, history.head - history.oldest >= Self.minimumVersions {
            let isCounted = history.head - history.oldest < versions
            let isOver = history.bytes > bytes
            if isCounted, !isOver { break }
            guard let next = try fact(history.oldest + 1) else { break }
            let (age, overflow) = now.subtractingReportingOverflow(next.time)
            if !isOver, !overflow, age / 1000 < seconds { break }
            history.oldest += 1
            history.bytes = max(0, history.bytes - next.bytes)
            released += 1
        }
        return released
    }
}

/// The versions of a list that can be read: `oldest...head`.
public struct VersionHistory: Sendable, Equatable {
    public var oldest: Int64
    public var head: Int64
    /// Bytes of the history beyond the head.
    public var bytes: Int64

    public init(oldest: Int64, head: Int64, bytes: Int64) {
        self.oldest = oldest
        self.head = head
        self.bytes = bytes
    }
}

/// The facts by which retention judges one version.
public struct VersionFact: Sendable, Equatable {
    /// When the version was made, which is when the one before it stopped being the head: milliseconds since 1970.
    public var time: Int64
    /// Bytes that the version before reaches and this one does not.
    public var bytes: Int64

    public init(time: Int64, bytes: Int64) {
        self.time = time
        self.bytes = bytes
    }
}
