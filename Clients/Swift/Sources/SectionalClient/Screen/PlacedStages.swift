/// Leads a screen on which this app has placed sections through the stages of the server: each becomes the stages that the screen goes through.
struct PlacedStages<Item: Codable & Sendable> {
    struct Stage {
        let answer: StageAnswer<Item>
        /// The order of sections after it.
        let order: PlacedOrder?
    }

    /// The ids of the server's sections, and their counts.
    private var ids: [ExactID]
    private var shape: ListShape
    /// The sections on the screen.
    private var shown: SectionArrangement
    private let overlay: SectionOverlay
    private let version: ListVersion
    private let model: ListModel<Item>
    private var arrived: [ExactID: ListSection] = [:]

    /// - Parameters:
    ///   - overlay: Says where sections are placed.
    ///   - version: The version that the stages lead to.
    init(_ model: ListModel<Item>, _ overlay: SectionOverlay, to version: ListVersion) {
        (self.overlay, self.version, self.model) = (overlay, version, model)
        ids = model.servedIDs
        shape = ListShape(
            model.order.map { order in order.shown.map { model.sections[$0].rows.count } } ?? model.sections.map(\.rows.count))
        shown = model.sectionArrangement
    }

    /// The stage to where sections are to be, without a change of the server; nil where they are there.
    mutating func arrange() -> Stage? {
        let target = overlay.arrangement(of: ids, at: version)
        guard target.entries != shown.entries else { return nil }
        return arrange(target)
    }

    private mutating func arrange(_ target: SectionArrangement) -> Stage {
        var answer = StageAnswer<Item>()
        answer.sections = difference(to: target)
        shown = target
        return Stage(answer: answer, order: PlacedOrder(target))
    }

    private func difference(to target: SectionArrangement) -> StageAnswer<Item>.Sections {
        let known = Dictionary(model.sections.lazy.map { (ExactID($0.info.section.id), $0.info.section) }) { $1 }
        return shown.difference(to: target) { index in
            let id = target.entries[index].id
            return arrived[id] ?? known[id] ?? .missing
        }
    }

    /// The stages of the screen for one of the server; nil where it does not fit.
    mutating func stages(for stage: StageAnswer<Item>) -> [Stage]? {
        guard shape.accept(stage) else { return nil }
        let sections = stage.sections
        guard !(sections.deleted.isEmpty && sections.inserted.isEmpty && sections.moved.isEmpty) else {
            let first = arrange()
            let order = PlacedOrder(shown)
            return [first, Stage(answer: stage.placed(from: order, to: order), order: order)].compactMap { $0 }
        }
        let before = SectionArrangement(ids)
        change(sections)
        let target = overlay.arrangement(of: ids, at: version)
        if stage.items.deleted.isEmpty, stage.items.inserted.isEmpty, stage.items.moved.isEmpty {
            var answer = stage.placed(from: nil, to: PlacedOrder(target))
            let updated = answer.sections.updated
            answer.sections = difference(to: target)
            answer.sections.updated += updated
            shown = target
            return [Stage(answer: answer, order: PlacedOrder(target))]
        }
        // Rows come and go in this stage too: no section may move that the server does not move.
        let first = shown.entries == before.entries ? nil : arrange(before)
        shown = SectionArrangement(ids)
        let last = target.entries == shown.entries ? nil : arrange(target)
        return [first, Stage(answer: stage, order: nil), last].compactMap { $0 }
    }

    private mutating func change(_ changes: StageAnswer<Item>.Sections) {
        var arrivals = changes.inserted.map { (index: $0.index, id: ExactID($0.section.id)) }
        arrivals += changes.moved.map { (index: $0.to, id: ids[$0.from]) }
        for index in (changes.deleted.map(\.index) + changes.moved.map(\.from)).sorted(by: >) { ids.remove(at: index) }
        for arrival in arrivals.sorted(by: { $0.index < $1.index }) { ids.insert(arrival.id, at: arrival.index) }
        for insertion in changes.inserted { arrived[ExactID(insertion.section.id)] = insertion.section }
    }
}

extension StageAnswer {
    /// The stage by indexes of sections on the screen; of sections it has the updates alone.
    ///
    /// - Parameters:
    ///   - old: The order of sections before it; nil where it is the server's.
    ///   - new: The one after it.
    fileprivate func placed(from old: PlacedOrder?, to new: PlacedOrder?) -> StageAnswer {
        var stage = StageAnswer()
        stage.items = items
        stage.sections.updated = sections.updated
        if let old {
            for index in items.deleted.indices { stage.items.deleted[index].indexPath = old.shown(items.deleted[index].indexPath) }
            for index in items.moved.indices { stage.items.moved[index].from = old.shown(items.moved[index].from) }
        }
        stage.items.deleted.sort { $0.indexPath < $1.indexPath }
        guard let new else { return stage }
        for index in items.inserted.indices { stage.items.inserted[index].indexPath = new.shown(items.inserted[index].indexPath) }
        for index in items.moved.indices { stage.items.moved[index].to = new.shown(items.moved[index].to) }
        for index in items.updated.indices { stage.items.updated[index].indexPath = new.shown(items.updated[index].indexPath) }
        stage.items.inserted.sort { $0.indexPath < $1.indexPath }
        stage.items.moved.sort { $0.to < $1.to }
        stage.items.updated.sort { $0.indexPath < $1.indexPath }
        for index in sections.updated.indices { stage.sections.updated[index].index = new.shown[sections.updated[index].index] }
        return stage
    }
}
