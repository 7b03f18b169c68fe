/// This app's edits of sections on a screen.
extension ListScreen {
    /// The section as it is shown.
    func section(at index: Int) -> ListSection {
        model.sections.indices.contains(index) ? overlay.sections.shown(model.sections[index].info.section) : .missing
    }

    /// All sections as they are shown.
    var shownSections: [ListSection] { model.sections.map { overlay.sections.shown($0.info.section) } }

    /// Whether this app has deleted the section of an index.
    func isDeleted(section index: Int) -> Bool {
        overlay.sections.deletesSections && overlay.sections.isDeleted(model.sections[index].info.section.id)
    }

    /// Sections show something else now. The rows of one that is deleted, or is no more, are marked otherwise.
    func sectionsChanged(_ edits: [SectionEdit]) {
        guard !edits.isEmpty else { return }
        for edit in edits {
            queue.changedSections.insert(edit.id)
            if edit.kind == .deletion, let index = model.index(ofSection: edit.id) { queue.changedRows.formUnion(ids(ofSection: index)) }
        }
        consumer.wake()
    }

    /// The ids of a section's rows on the screen, as far as they are loaded.
    private func ids(ofSection index: Int) -> [ExactID] {
        var ids = model.arrangement.rows.filter { $0.gap.section == index }.map(\.id)
        model.sections[index].rows.forEachKnown { _, slot in
            if case .row(let row) = slot { ids.append(ExactID(row.id)) }
        }
        return ids
    }

    /// An item that comes into a section that is deleted here, or out of one, shows something else.
    func tellMovedRows(of stage: StageAnswer<Item>) {
        guard overlay.sections.deletesSections else { return }
        queue.changedRows.formUnion(stage.items.moved.map { ExactID($0.id) })
    }

    /// Whether sections are to be elsewhere, or to show something else.
    var hasSectionChanges: Bool { model.order != nil || overlay.sections.placesSections || !queue.changedSections.isEmpty }

    /// The stage that brings this app's sections to where they are to stand by now, and shows them as they are to be.
    func takeSectionEdits() -> ListUpdate<Item>? {
        guard hasSectionChanges, model.version > 0 else { return nil }
        if model.order != nil || overlay.sections.placesSections {
            var stages = PlacedStages(model, overlay.sections, to: model.version)
            if let stage = stages.arrange(), let steps = steps(of: [stage]) { return take(steps, change: nil, version: model.version) }
        }
        let indexes = queue.changedSections.compactMap(model.index(ofSection:)).sorted()
        queue.changedSections = []
        guard !indexes.isEmpty else { return nil }
        var answer = StageAnswer<Item>()
        answer.sections.updated = indexes.map { .init(index: $0, section: model.sections[$0].info.section) }
        let step = ScreenUpdate<Item>.Step(stage: answer, order: model.order, arrangement: model.arrangement)
        return take([(step, RowDifference(answer))], change: nil, version: model.version)
    }

    /// The stages of a change as the screen goes through them; nil where one does not fit.
    func stages(of change: ChangesAnswer<Item>) -> [PlacedStages<Item>.Stage]? {
        guard model.order != nil || overlay.sections.placesSections else {
            return change.stages.map { PlacedStages<Item>.Stage(answer: $0, order: nil) }
        }
        var placed = PlacedStages(model, overlay.sections, to: change.to)
        var stages: [PlacedStages<Item>.Stage] = []
        for stage in change.stages {
            guard let next = placed.stages(for: stage) else { return nil }
            stages += next
        }
        return stages
    }
}
