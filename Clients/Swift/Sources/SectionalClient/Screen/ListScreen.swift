import Foundation

/// One version of a list as a screen shows it, and the updates that lead the screen on from there.
///
/// The model changes only inside `apply()` of an update, or when the screen asks for the next one.
@MainActor
final class ListScreen<Item: Codable & Sendable> {
    var model = ListModel<Item>()
    /// The edits of this app that the model does not have yet.
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
        guard model.isShown(position), var row = loadedRow(at: position) else { return nil }
        // A section goes with its rows.
        let isGoing = isDeleted(section: position.section)
        if isGoing || overlay.hasPatches(on: row.id) {
            row.isPending = true
            row.isDeleted = isGoing || overlay.isDeleted(row.id)
            if let value = overlay[row.id] {
                row.value = value
                row.undecodable = nil
            }
        }
        return row
    }

    /// The row without the values that this app has written.
    private func loadedRow(at position: RowPosition) -> ListRow<Item>? {
        switch model.arrangement.content(at: position) {
        case .server(let server): model.row(at: server)
        case .placed(let index):
            model.arrangement.rows[index].source.flatMap(model.row) ?? overlay.positions.row(of: model.arrangement.rows[index].id)
        }
    }

    /// Rows have come to the model.
    func rowsCame(_ ids: [ExactID]) {
        queue.changedRows.formUnion(ids)
        overlay.positions.resolve(in: model)
    }

    /// Takes off the writes whose answers are here, where their events were here before, or where they have changed nothing.
    func settleOverlay() {
        guard current == nil else { return }
        for id in overlay.settle(at: model.version) { rowChanged(id.text) }
        sectionsChanged(overlay.sections.settle(at: model.version))
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
        case .steps(let steps, _):
            while delivery.applied < steps.count, current === delivery { apply(delivery, step: delivery.applied) }
        }
    }

    private func takeUpdate() -> ListUpdate<Item>? {
        if let state = queue.takeState() { return .state(state) }
        if !queue.refusals.isEmpty {
            return .refused(queue.refusals.removeFirst())
        }
        if isStale {
            isStale = false
            (queue.changedRows, queue.changedSections) = ([], [])
            return .reload(ListReload(anchor: nil) {})
        }
        if let update = takeSectionEdits() { return update }
        if let update = takeArrangement() { return update }
        if !queue.changedRows.isEmpty {
            let positions = model.shownPositions(of: queue.changedRows.lazy.map(\.text))
            queue.changedRows = []
            if !positions.isEmpty { return .reconfigure(positions.map(\.indexPath)) }
        }
        if let update = takeInfo() { return update }
        guard jumps == 0 else { return nil }
        if let content = queue.takeContent() {
            var positions = overlay.positions
            let placed = content.placed(overlay.sections)
            place(&positions, in: placed.model)
            let arrangement = positions.arrangement
            let delivery = ScreenUpdate<Item>(.content(placed, arrangement))
            current = delivery
            let anchor = placed.anchor.map(arrangement.position)
            return .reload(ListReload(anchor: anchor?.indexPath) { [weak self] in self?.apply(delivery) })
        }
        if let update = takeSections() { return update }
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

    /// The stage that brings this app's rows to where they are to stand by now.
    private func takeArrangement() -> ListUpdate<Item>? {
        guard !overlay.positions.isEmpty || !model.arrangement.isEmpty else { return nil }
        let arrangement = overlay.positions.arrangement
        guard arrangement != model.arrangement else { return nil }
        let rows = RowDifference(from: model.arrangement, to: arrangement, through: StageAnswer<Item>(), StagePositions())
        guard !rows.isEmpty else {
            model.arrangement = arrangement
            return nil
        }
        return take([(Step(stage: nil, order: model.order, arrangement: arrangement), rows)], change: nil, version: model.version)
    }

    typealias Step = ScreenUpdate<Item>.Step

    func take(
        _ steps: [(step: Step, rows: RowDifference)], change: ChangesAnswer<Item>?, version: ListVersion
    ) -> ListUpdate<Item> {
        let delivery = ScreenUpdate<Item>(.steps(steps.map(\.step), change: change))
        current = delivery
        let stages = steps.enumerated().map { index, entry in
            ListStage(entry.step.stage?.sections ?? .init(), entry.rows) { [weak self] in self?.apply(delivery, step: index) }
        }
        return .stages(stages, version: version)
    }

    /// The sections that come after those that are shown.
    private func takeSections() -> ListUpdate<Item>? {
        guard let change = queue.takeSections() else { return nil }
        guard change.from == model.version, let steps = steps(of: change) else {
            report(.misfit)
            return nil
        }
        return take(steps, change: change, version: change.to)
    }

    private func takeStages() -> ListUpdate<Item>? {
        while let change = queue.takeChange() {
            guard change.from == model.version, let steps = steps(of: change) else {
                report(.misfit)
                return nil
            }
            guard !steps.isEmpty else {
                finish(at: change.to, change.properties)
                if let update = takeInfo() { return update }
                continue
            }
            return take(steps, change: change, version: change.to)
        }
        return nil
    }

    /// The stages of a change with this app's rows between those of the server; nil where one does not fit.
    private func steps(of change: ChangesAnswer<Item>) -> [(step: Step, rows: RowDifference)]? { stages(of: change).flatMap(steps) }

    func steps(of stages: [PlacedStages<Item>.Stage]) -> [(step: Step, rows: RowDifference)]? {
        var shape = ListShape(model.sections.map(\.rows.count))
        var arrangement = model.arrangement
        var steps: [(step: Step, rows: RowDifference)] = []
        var last = model.order
        for placed in stages {
            let (stage, order) = (placed.answer, placed.order)
            defer { last = order }
            let before = shape
            guard shape.accept(stage) else { return nil }
            guard !arrangement.isEmpty else {
                steps.append((Step(stage: stage, order: order, arrangement: arrangement), RowDifference(stage)))
                continue
            }
            let positions = StagePositions(stage)
            let left = arrangement.withdrawn(from: positions)
            if left != arrangement {
                let rows = RowDifference(from: arrangement, to: left, through: StageAnswer<Item>(), StagePositions())
                steps.append((Step(stage: nil, order: last, arrangement: left), rows))
            }
            arrangement = left.after(stage, positions, count: ({ before.counts[$0] }, { shape.counts[$0] }))
            steps.append(
                (
                    Step(stage: stage, order: order, arrangement: arrangement),
                    RowDifference(from: left, to: arrangement, through: stage, positions)
                ))
        }
        return steps
    }

    // MARK: Applying

    private func apply(_ delivery: ScreenUpdate<Item>) {
        guard current === delivery, case .content(let content, let arrangement) = delivery.payload else { return }
        let info = model.info
        model = content.model
        model.info = info
        model.arrangement = arrangement
        place(&overlay.positions, in: model)
        sight = Sight(focus: content.anchor ?? RowPosition(0, 0))
        finish(at: content.model.version, content.model.info)
    }

    /// Finds the rows of this app in a model that takes the place of another.
    private func place(_ positions: inout PositionOverlay<Item>, in model: ListModel<Item>) {
        queue.changedRows.formUnion(positions.settle(at: model.version))
        positions.forgetPositions()
        positions.resolve(in: model)
    }

    private func apply(_ delivery: ScreenUpdate<Item>, step index: Int) {
        guard current === delivery, case .steps(let steps, let change) = delivery.payload, index == delivery.applied else {
            assertionFailure("a stage is applied once, in order, before the next update is asked for")
            return
        }
        if let stage = steps[index].stage {
            let before = overlay.positions.isEmpty ? [] : model.sections.map(\.rows.count)
            sight.apply(stage, to: &model)
            model.order = steps[index].order
            tellMovedRows(of: stage)
            if !before.isEmpty {
                overlay.positions.apply(
                    stage, StagePositions(stage), count: ({ before[$0] }, { [model] in model.sections[$0].rows.count }))
                // Rows that were put into a section of this app are looked for in the one that has come for it.
                if !stage.sections.inserted.isEmpty { overlay.positions.resolve(in: model) }
            }
        }
        model.arrangement = steps[index].arrangement
        delivery.applied += 1
        guard delivery.applied == steps.count else { return }
        if let change {
            model.remaining = change.remaining
            finish(at: change.to, change.properties)
        } else {
            current = nil
        }
        settleOverlay()
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
        sectionsChanged(overlay.sections.settle(at: version))
        didFinish()
    }
}
