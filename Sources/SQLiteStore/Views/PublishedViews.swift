import Synchronization

/// The views that are committed. Any thread may ask; the writer alone sets them.
final class PublishedViews: Sendable {
    private let state: Mutex<ViewIndex>

    init(_ index: ViewIndex) {
        state = Mutex(index)
    }

    var index: ViewIndex { state.withLock { $0 } }

    func set(_ index: ViewIndex) { state.withLock { $0 = index } }
}
