import Lists
import Ports

/// How far a reader of events has come in one list, and what comes next: a state machine over what it is told of the list.
struct ListPosition {
    /// Where a reader begins.
    enum Start: Sendable, Equatable {
        /// With the version after the newest.
        case next
        /// Behind a version.
        case after(Int64)
        /// Behind something that is no version.
        case lost
    }

    /// What a reader is to be sent.
    enum Step: Sendable, Equatable {
        case nothing
        /// The text of the change to the version that the position now names.
        case change([UInt8])
        /// The reader's version can't be led on; it is to load the one that the position now names.
        case reset
        /// The list has ended, with the version that the position now names.
        case deleted
    }

    let list: ListID
    /// The last version that the reader knows of.
    private(set) var version: Int64
    /// Whether the reader's own version was compared with what there is.
    private var isSettled: Bool

    /// - Parameter standing: What there is of the list; asked for after it was followed.
    init(_ list: ListID, _ start: Start, standing: ListStanding) {
        self.list = list
        switch start {
        case .next: (version, isSettled) = (standing.lastVersion, true)
        case .after(let version): (self.version, isSettled) = (version, false)
        case .lost: (version, isSettled) = (.max, false)
        }
    }

    /// Takes the next step, if there is one.
    ///
    /// - Parameter isPreparing: Whether texts of versions of the list are still to come.
    mutating func next(_ events: ListEvents, isPreparing: () -> Bool) throws -> Step {
        while true {
            if isSettled, let text = events.kept(version + 1, of: list) { return change(text) }
            let standing = try events.standing(of: list)
            if let step = settle(standing) { return step }
            switch standing {
            case .unknown: return .nothing
            case .living(_, _, version), .ended(version): return .nothing
            case .living(let base, _, _) where version < base, .ended(let base):
                // What was written before the end may only just not be ready.
                if isPreparing() { return .nothing }
                if let text = events.kept(version + 1, of: list) { return change(text) }
                version = base
                return .deleted
            case .living(_, _, let newest):
                guard standing.canRead(after: version) else { return reset(to: newest) }
                if let text = try events.text(from: version, to: version + 1, of: list) { return change(text) }
            }
        }
    }

    /// Takes the next step of a reader who wants no version but the newest: one change from its own version to that.
    mutating func nextMerged(_ events: ListEvents) throws -> Step {
        while true {
            let standing = try events.standing(of: list)
            if let step = settle(standing) { return step }
            switch standing {
            case .unknown: return .nothing
            case .living(_, _, version), .ended(version): return .nothing
            case .living(let base, _, _) where version < base, .ended(let base):
                version = base
                return .deleted
            case .living(_, _, let newest):
                guard standing.canRead(after: version) else { return reset(to: newest) }
                guard let text = try events.text(from: version, to: newest, of: list) else { continue }
                version = newest
                return .change(text)
            }
        }
    }

    /// Whether there is a next step.
    func hasNext(_ events: ListEvents) throws -> Bool {
        try !isSettled || events.standing(of: list).lastVersion != version
    }

    /// Compares the reader's own version with what there is: one that can't be led on is reset, whatever texts are kept.
    private mutating func settle(_ standing: ListStanding) -> Step? {
        guard !isSettled else { return nil }
        isSettled = true
        switch standing {
        case .unknown:
            version = 0
            return nil
        case .ended(let end):
            guard version > end else { return nil }
            version = end
            return .deleted
        case .living(_, _, let newest):
            return version == newest || standing.canRead(after: version) ? nil : reset(to: newest)
        }
    }

    private mutating func change(_ text: [UInt8]) -> Step {
        version += 1
        return .change(text)
    }

    private mutating func reset(to newest: Int64) -> Step {
        version = newest
        return .reset
    }
}
