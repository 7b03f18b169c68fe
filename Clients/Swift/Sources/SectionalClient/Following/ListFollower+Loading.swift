import Foundation

extension ListFollower {
    /// Loads all sections. Where nothing is shown yet, the first of them come to the screen at once, with their first rows.
    func load(_ version: ListVersion?, _ load: Int) {
        loadTask?.cancel()
        let isNew = screen.model.version == 0 || session.headed == 0
        if isNew, session.isOpening { loadInParts(version, load) } else { loadAll(version, load) }
    }

    /// The first sections are shown as soon as they are there, and the others come after them in stages.
    private func loadInParts(_ version: ListVersion?, _ load: Int) {
        let known = session.headed
        loadTask = Task { [weak self, requests] in
            do {
                async let heights = requests.heights()
                let first = try await requests.firstSections(at: version, withRows: true)
                var content = ScreenUpdateQueue<Item>.Content(model: ListModel(first))
                content.model.info = first.info
                content.model.heights = await heights
                guard !Task.isCancelled else { return }
                self?.enter(first, after: known)
                self?.handle(.part(load: load), .content(content))
                try await requests.sections(after: first) { [weak self] in await self?.receive($0, load) }
                guard !Task.isCancelled else { return }
                self?.handle(.loaded(version: first.version, load: load))
            } catch {
                guard !Task.isCancelled else { return }
                self?.handle(.loadFailed(SessionFailure(error), load: load))
            }
        }
    }

    private func receive(_ sections: ChangesAnswer<Item>, _ load: Int) { handle(.part(load: load), .sections(sections)) }

    /// With the rows where the screen is.
    private func loadAll(_ version: ListVersion?, _ load: Int) {
        let (model, sight) = (screen.model, screen.sight)
        let top = sight.topRows(in: model)
        let offset = model.contains(sight.focus) ? model.servedOffset(of: sight.focus) : 0
        let known = session.headed
        loadTask = Task { [weak self, requests] in
            do {
                async let heights = requests.heights()
                let first = try await requests.firstSections(at: version, withRows: false)
                let sections = first.sections.map(\.section) + (try await requests.sections(after: first))
                guard ListShape.isSound(sections.lazy.map(\.itemCount)) else { throw URLError(.cannotParseResponse) }
                let version = first.version
                var content = ScreenUpdateQueue<Item>.Content(model: ListModel(version: version, sections: sections))
                if let window = try await requests.window(
                    around: top, offset: offset, limit: requests.options.pageSize, at: version, of: first.created)
                {
                    content.model.place(window.page.items.map(\.row), at: window.page.offset)
                    content.model.add(variant: window.page.variant)
                    content.anchor = window.anchor.flatMap { content.model.contains($0) ? $0 : nil }
                }
                content.model.info = first.info
                content.model.heights = await heights
                guard !Task.isCancelled else { return }
                self?.enter(first, after: known)
                self?.handle(.loaded(version: version, load: load), .content(content))
            } catch {
                guard !Task.isCancelled else { return }
                self?.handle(.loadFailed(SessionFailure(error), load: load))
            }
        }
    }

    /// The loaded list may be another one of this id: of a server that was set up anew, or that has an older copy of its lists.
    ///
    /// - Parameter known: The version that was known when the load began: one list's versions only go up.
    private func enter(_ loaded: SectionPage<Item>, after known: ListVersion) {
        let isOther = self.known.created.flatMap { old in loaded.created.map { $0 != old } } ?? false
        self.known = KnownList(created: loaded.created, confirmed: loaded.created)
        if isOther || loaded.version < known { notify(.otherList) }
    }
}
