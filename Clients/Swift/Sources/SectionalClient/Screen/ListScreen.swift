import Foundation

/// One version of a list as a screen shows it, and the updates that lead the screen on from there.
///
/// The model changes only inside `apply()` of an update, or when the screen asks for the next one.
@MainActor
final class ListScreen<Item: Codable & Sendable> {
    var model = ListModel<Item>()
    /// The values that this app has written and the model does not have yet.
    var overlay = Overlay<Item>()
    var sight = Sight()
    var queue = ScreenUpdateQueue<Item>()
    /// The update that the screen has taken and not applied to the end.
    private(set) var current: ScreenUpdate<Item>?
    /// The screen went on without applying an update, so it has to count anew.
    private var isStale = false
    let consumer = UpdateConsumer()
    /// While a jump looks for its rows, the screen stays at its version.
    var jumps = 0
    /// Called where an update does not fit, and where the screen is behind.
    var report: (SessionEvent) -> Void = { _ in }
    /// Called when the screen has come to a version.
    var didFinish: () -> Void = {}

    /// The next update, when there is one; nil when the task is cancelled, or a newer sequence has asked.
    func nextUpdate(of sequence: Int) async -> ListUpdate<Item>? {
        await consumer.next(of: sequence, begin: applyRest, take: takeUpdate)
    }

    /// The row as it is shown: the server's, with this app's writes over it. Nil while it is not loaded, and outside the list.
    func row(at position: RowPosition) -> ListRow<Item>? {
        guard var row = model.row(at: position) else { return nil }
        if overlay.hasPatches(on: row.id) {
            row.isPending = true
            row.isDeleted = overlay.isDeleted(row.id)
            if let value = overlay[row.id] {
                row.value = value
                row.undecodable = nil
            }
        }
        return row
    }

    /// Takes off the writes whose answers are here, where their events were here before, or where they have changed nothing.
    func settleOverlay() {
        guard current == nil else { return }
        for id in overlay.settle(at: model.version) { rowChanged(id.text) }
    }

    /// An item shows something else now.
    func rowChanged(_ id: String) {
        queue.changedRows.insert(ExactID(id))
        consumer.wake()
    }

    /// The screen asks for the next update, so it is done with the last.
    private func applyRest() {
        guard let delivery = current else { return }
        isStale = true
        switch delivery.payload {
        case .content: apply(delivery)
        case .change(let change):
            while delivery.applied < change.stages.count, current === delivery { apply(delivery, stage: delivery.applied) }
        }
    }

    private func takeUpdate() -> ListUpdate<Item>? {
        if let state = queue.takeState() { return .state(state) }
        if !queue.refusals.isEmpty {
            return .refused(queue.refusals.removeFirst())
        }
        if isStale {
            isStale = false
            queue.changedRows = []
            return .reload(ListReload(anchor: nil) {})
        }
        if !queue.changedRows.isEmpty {
            let positions = model.positions(of: queue.changedRows.lazy.map(\.text))
            queue.changedRows = []
            if !positions.isEmpty { return .reconfigure(positions.map(\.indexPath)) }
        }
        if let update = takeInfo() { return update }
        guard jumps == 0 else { return nil }
        if let content = queue.takeContent() {
            let delivery = ScreenUpdate<Item>(.content(content))
            current = delivery
            return .reload(ListReload(anchor: content.anchor?.indexPath) { [weak self] in self?.apply(delivery) })
        }
        if queue.isBehind { report(.behind(screen: model.version)) }
        if let update = takeStages() { return update }
        // A misfit has something to tell.
        return queue.takeState().map { .state($0) }
    }

    private func takeInfo() -> ListUpdate<Item>? {
        guard queue.hasOtherInfo else { return nil }
        queue.hasOtherInfo = false
        return .info(model.info)
    }

    private func takeStages() -> ListUpdate<Item>? {
        while let change = queue.takeChange() {
            var shape = ListShape(model.sections.map(\.rows.count))
            guard change.from == model.version, change.stages.allSatisfy({ shape.accept($0) }) else {
                report(.misfit)
                return nil
            }
            guard !change.stages.isEmpty else {
                finish(at: change.to, change.properties)
                if let update = takeInfo() { return update }
                continue
            }
            let delivery = ScreenUpdate<Item>(.change(change))
            current = delivery
            let stages = change.stages.enumerated().map { index, stage in
                ListStage(stage) { [weak self] in self?.apply(delivery, stage: index) }
            }
            return .stages(stages, version: change.to)
        }
        return nil
    }

    // MARK: Applying

    private func apply(_ delivery: ScreenUpdate<Item>) {
        guard current === delivery, case .content(let content) = delivery.payload else { return }
        let info = model.info
        model = content.model
        model.info = info
        sight = Sight(focus: content.anchor ?? RowPosition(0, 0))
        finish(at: content.model.version, content.model.info)
    }

    private func apply(_ delivery: ScreenUpdate<Item>, stage index: Int) {
        guard current === delivery, case .change(let change) = delivery.payload, index == delivery.applied else {
            assertionFailure("a stage is applied once, in order, before the next update is asked for")
            return
        }
        sight.apply(change.stages[index], to: &model)
        delivery.applied += 1
        if delivery.applied == change.stages.count { finish(at: change.to, change.properties) }
    }

    /// The screen is at a version.
    ///
    /// - Parameter info: The list's own properties; nil where they are the same.
    private func finish(at version: ListVersion, _ info: ListInfo?) {
        current = nil
        model.version = version
        if let info {
            if info != model.info { queue.hasOtherInfo = true }
            model.info = info
        }
        queue.changedRows.formUnion(overlay.settle(at: version))
        didFinish()
    }
}
