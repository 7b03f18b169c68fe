import Foundation

/// The updates that wait for the screen.
struct ScreenUpdateQueue<Item: Codable & Sendable> {
    /// A list that takes the place of what is on the screen.
    struct Content {
        var model: ListModel<Item>
        /// A row of the model that is loaded; nil for the beginning.
        var anchor: RowPosition?

        /// The content with this app's sections in it.
        func placed(_ overlay: SectionOverlay) -> Content {
            guard overlay.placesSections, model.version > 0 else { return self }
            var content = self
            content.model = model.placed(overlay.arrangement(of: model.servedIDs, at: model.version))
            content.anchor = anchor.flatMap(content.model.modelled)
            return content
        }

        /// Moves the anchor to its item's position after stages: an index path means something in one version.
        mutating func apply(_ stages: [StageAnswer<Item>]) {
            let id = anchor.flatMap { model.row(at: $0)?.id }
            for stage in stages { model.apply(stage) }
            anchor = id.flatMap { model.positions(of: [$0]).first }
        }
    }

    private(set) var states: [ConnectionState] = []
    var refusals: [ListRefusal<Item>] = []
    /// Ids of items that show something else now.
    var changedRows: Set<ExactID> = []
    /// Ids of sections that show something else now.
    var changedSections: Set<ExactID> = []
    /// Whether the list's own properties on the screen have not been told.
    var hasOtherInfo = false
    private(set) var content: Content?
    /// Sections that come after those that are shown, which are the first of their version.
    private var sections: ChangesAnswer<Item>?
    private var changes: [(change: ChangesAnswer<Item>, since: Date)] = []
    /// More changes came than the screen can follow; they are asked for again, as one, when it is ready.
    private(set) var isBehind = false

    /// Seconds that a change may wait for a screen that is not behind.
    private static var longestWait: TimeInterval { 0.3 }
    /// Changes that are kept for a screen that takes none.
    private static var mostChanges: Int { 100 }

    /// States that are kept for a screen that takes none; older ones say nothing any more.
    private static var mostStates: Int { 100 }

    mutating func add(_ state: ConnectionState) {
        if states.count >= Self.mostStates { states.removeFirst() }
        states.append(state)
    }

    mutating func takeState() -> ConnectionState? { states.isEmpty ? nil : states.removeFirst() }

    /// Takes a change.
    ///
    /// - Parameter most: More changes than these that wait for longer than a moment are merged. A network brings many at once, which a
    ///   screen that is quick takes as they are.
    /// - Returns: False where it does not fit the content that waits.
    mutating func add(_ change: ChangesAnswer<Item>, mergeAfter most: Int, now: Date) -> Bool {
        if content != nil {
            return addToContent(change)
        } else if !isBehind {
            changes.append((change, now))
            let wait = now.timeIntervalSince(changes[0].since)
            if changes.count > most && wait > Self.longestWait || changes.count > max(most, Self.mostChanges) {
                isBehind = true
                changes = []
            }
        }
        return true
    }

    /// Takes sections that come after those that are shown or wait.
    ///
    /// - Returns: False where they do not fit the content that waits.
    mutating func add(sections change: ChangesAnswer<Item>) -> Bool {
        guard content == nil else { return addToContent(change) }
        sections = sections?.followed(by: change) ?? change
        return true
    }

    /// Nobody has seen the content that waits, so it can change without being told.
    private mutating func addToContent(_ change: ChangesAnswer<Item>) -> Bool {
        guard var waiting = content else { return false }
        content = nil
        var shape = ListShape(waiting.model.sections.map(\.rows.count))
        guard change.stages.allSatisfy({ shape.accept($0) }) else { return false }
        waiting.apply(change.stages)
        waiting.model.version = change.to
        waiting.model.info = change.properties ?? waiting.model.info
        waiting.model.remaining = change.remaining
        content = waiting
        return true
    }

    mutating func add(_ new: Content) {
        content = new
        sections = nil
        changes = []
        isBehind = false
    }

    mutating func dropChanges() {
        changes = []
        isBehind = false
    }

    mutating func takeContent() -> Content? {
        defer { content = nil }
        return content
    }

    mutating func takeSections() -> ChangesAnswer<Item>? {
        defer { sections = nil }
        return sections
    }

    mutating func takeChange() -> ChangesAnswer<Item>? { changes.isEmpty ? nil : changes.removeFirst().change }
}
