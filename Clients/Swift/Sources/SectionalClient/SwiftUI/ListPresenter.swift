import Foundation

/// A list as SwiftUI shows it, without SwiftUI: its rows' identities, its phase, and what hands do to it.
@MainActor
final class ListPresenter<Source: ListDataSource> {
    let source: Source
    private(set) var state = ConnectionState.idle
    private(set) var sections = ShownSections(sections: [], counts: [], numbers: RowNumbers())
    private(set) var isLoaded = false
    /// Why the last edit was refused, until somebody has seen it.
    var failure: (any Error)?
    /// Takes refusals in the place of ``failure``.
    var report: ((any Error) -> Void)?
    private var numbers = RowNumbers()
    /// Calls that wait for another state of the connection.
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// Tasks that take updates: that of a view that has gone may end after its successor has begun.
    private var followers = 0
    /// Called before anything changes.
    var willChange: () -> Void = {}

    /// Rows after one that comes to the screen that are loaded too.
    private static var rowsAhead: Int { 25 }

    init(_ source: Source) { self.source = source }

    private var served: (any EditableList)? { source as? any EditableList }

    var isEditable: Bool { served != nil }

    var phase: ListPhase {
        ListPhase(state, hasRows: sections.counts.contains { $0 > 0 }, isLoaded: isLoaded)
    }

    /// Starts the list, and takes its updates until the task is cancelled.
    func follow() async {
        served?.start()
        followers += 1
        for await update in source.changes {
            willChange()
            show(update)
        }
        followers -= 1
        wakeWaiting()
    }

    private func show(_ update: ListUpdate<Source.Item>) {
        switch update {
        case .reload(let reload):
            reload.apply()
            isLoaded = true
            numbers.count((0..<source.numberOfSections()).map(source.numberOfItems))
            countSections()
        case .stages(let stages, _):
            for stage in stages {
                stage.apply()
                numbers.apply(stage, count: source.numberOfItems)
            }
            countSections()
        case .state(let new):
            state = new
            wakeWaiting()
        case .refused(let refusal): refused(refusal.failure)
        case .reconfigure, .info: break
        }
    }

    private func countSections() {
        let count = source.numberOfSections()
        sections = ShownSections(
            sections: (0..<count).map(source.section), counts: (0..<count).map(source.numberOfItems), numbers: numbers)
    }

    /// The row, once it is loaded, which asking begins. A view may ask for a row of its last drawing that is no more.
    func row(at indexPath: IndexPath) -> ListRow<Source.Item>? { source.row(at: indexPath) }

    /// A row is on the screen now: those after it are loaded too.
    func appeared(_ indexPath: IndexPath) {
        var position = RowPosition(indexPath)
        var ahead: [IndexPath] = []
        while ahead.count < Self.rowsAhead, sections.counts.indices.contains(position.section) {
            position.row += 1
            if position.row < sections.counts[position.section] {
                ahead.append(position.indexPath)
            } else {
                position = RowPosition(position.section + 1, -1)
            }
        }
        source.prefetch(ahead)
    }

    // MARK: Hands

    /// Asks the server again, and returns when it has answered, or cannot be reached.
    func refresh() async {
        guard let served else { return }
        served.refresh()
        while followers > 0, !Task.isCancelled, served.state.isOnItsWay {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func wakeWaiting() {
        let calls = waiting
        waiting = []
        for call in calls { call.resume() }
    }

    func delete(_ rows: IndexSet, in section: Int) {
        guard let served else { return }
        for row in rows { edit { try served.deletion(at: RowPosition(section, row).indexPath) } }
    }

    func move(_ rows: IndexSet, to row: Int, in section: Int) {
        guard let served else { return }
        edit { try served.movement(of: rows, to: row, in: section) }
    }

    /// Makes an edit of what is on the screen now, and sends it. A refusal is told.
    private func edit(_ make: () throws -> @MainActor () async throws -> Void) {
        do {
            let send = try make()
            Task { [weak self] in
                do { try await send() } catch { self?.refused(error) }
            }
        } catch {
            refused(error)
        }
    }

    private func refused(_ error: any Error) {
        if let report { return report(error) }
        willChange()
        failure = error
    }
}

extension ConnectionState {
    /// Whether the server has been asked and has not answered.
    fileprivate var isOnItsWay: Bool {
        switch self {
        case .connecting, .offline: true
        case .idle, .live, .waiting, .missing, .ended: false
        }
    }
}
