/// Checks whether work that takes long is still wanted: cheap enough to be called between two steps of such work.
public struct WorkCheck: Sendable {
    private let check: @Sendable () throws -> Void

    /// - Parameter check: Throws ``ListError`` `unavailable` from the moment on that the work is to end. Any thread may call it.
    public init(_ check: @escaping @Sendable () throws -> Void) {
        self.check = check
    }

    /// For work that always goes on.
    public static let none = WorkCheck {}

    /// - Throws: ``ListError`` `unavailable` where the work is to end.
    public func callAsFunction() throws {
        try check()
    }
}
