import Foundation

extension RemoteDataProvider {
    /// The next update, when there is one; nil when the task is cancelled, or a newer sequence has asked.
    func nextUpdate(of sequence: Int) async -> ListUpdate<Item>? {
        await consumer.next(of: sequence, begin: applyRest, take: takeUpdate)
    }

    func wakeConsumer() { consumer.wake() }

    /// The screen asks for the next update, so it is done with the last.
    private func applyRest() {
        guard let delivery = current else { return }
        isScreenStale = true
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
        if isScreenStale {
            isScreenStale = false
            queue.changedRows = []
            return .reload(ListReload(anchor: nil) {})
        }
        if !queue.changedRows.isEmpty {
            let positions = model.positions(of: queue.changedRows.lazy.map(\.text))
            queue.changedRows = []
            if !positions.isEmpty { return .reconfigure(positions.map(\.indexPath)) }
        }
        guard jumps == 0 else { return nil }
        if let content = queue.takeContent() {
            let delivery = ScreenUpdate<Item>(.content(content))
            current = delivery
            return .reload(ListReload(anchor: content.anchor?.indexPath) { [weak self] in self?.apply(delivery) })
        }
        if queue.isBehind, session.content == .shown { handle(.behind(screen: model.version)) }
        if let update = takeStages() { return update }
        // A misfit has something to tell.
        return queue.takeState().map { .state($0) }
    }

    private func takeStages() -> ListUpdate<Item>? {
        while let change = queue.takeChange() {
            var shape = ListShape(model.sections.map(\.rows.count))
            guard change.from == model.version, change.stages.allSatisfy({ shape.accept($0) }) else {
                handle(.misfit)
                return nil
            }
            guard !change.stages.isEmpty else {
                finish(at: change.to)
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
        model = content.model
        visible = []
        focus = content.anchor ?? RowPosition(0, 0)
        finish(at: content.model.version)
    }

    private func apply(_ delivery: ScreenUpdate<Item>, stage index: Int) {
        guard current === delivery, case .change(let change) = delivery.payload, index == delivery.applied else {
            assertionFailure("a stage is applied once, in order, before the next update is asked for")
            return
        }
        applyKeepingSight(change.stages[index])
        delivery.applied += 1
        if delivery.applied == change.stages.count { finish(at: change.to) }
    }

    /// Applies a stage, and finds again what is looked at. A row that is gone, or not loaded, leaves its index path to the one that follows.
    private func applyKeepingSight(_ stage: StageAnswer<Item>) {
        guard stage.movesRows else { return model.apply(stage) }
        let seen = visible.map { model.row(at: $0).map { ExactID($0.id) } }
        let focused = model.row(at: focus).map { ExactID($0.id) }
        model.apply(stage)
        let ids = Set(seen.compactMap { $0 } + [focused].compactMap { $0 })
        let found = model.positionsByID(ids)
        visible = Set(zip(visible, seen).map { $1.flatMap { found[$0] } ?? $0 }).filter(model.contains).sorted()
        if let focused, let position = found[focused] { focus = position }
    }

    /// The screen is at a version.
    private func finish(at version: ListVersion) {
        current = nil
        model.version = version
        queue.changedRows.formUnion(overlay.settle(at: version))
        forgetFarRows()
        pagesAreDue()
        snapshotIsDue()
    }
}
