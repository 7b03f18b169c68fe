import Synchronization

/// Keeps a version in the history for as long as the pin is there, within the store's bounds: what a stream holds that reads one
/// version over a long time.
///
/// It is no promise. A pin taken in the moment in which its version leaves the history, or its list is deleted, and one that is older
/// than the store allows keep nothing: the reader then meets a ``MissingRecord``. Any thread may use it.
public final class VersionPin: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    /// - Parameter end: Lets the version go; called once.
    public init(_ end: @escaping @Sendable () -> Void) {
        self.end = Mutex(end)
    }

    deinit {
        release()
    }

    /// Lets the version go, the first time it is called.
    public func release() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        end?()
    }
}
