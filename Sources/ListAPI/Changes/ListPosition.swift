import Following
import Lists
import Ports

/// How far a reader of events has come in one list, and what comes next: a state machine over the list's status.
struct ListPosition {
    /// The start of a reader.
    enum Start: Sendable, Equatable {
        /// With the version after the newest.
        case next
        /// Behind a version.
        case after(Int64)
        /// Behind something that is no version.
        case lost
    }

    /// The next step of a reader.
    enum Step: Sendable, Equatable {
        case nothing
        /// The change to the version that the position now names.
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
    private var isChecked: Bool
    /// When the list was made that the version is of: milliseconds since 1970, UTC; `nil` where that is not known.
    private(set) var created: Int64?

    /// - Parameters:
    ///   - created: When the list was made that the reader knows; `nil` where it does not say.
    ///   - status: The list's, read after it was followed.
    init(_ list: ListID, _ start: Start, created: Int64? = nil, status: ListStatus) {
        self.list = list
        self.created = created ?? status.created
        switch start {
        case .next: (version, isChecked) = (status.lastVersion, created == nil)
        case .after(let version): (self.version, isChecked) = (version, false)
        case .lost: (version, isChecked) = (.max, false)
        }
    }

    /// Goes on to the last version of a run of events, where the reader has the version before them.
    ///
    /// - Returns: Whether it does.
    mutating func advance(over run: EventRun) -> Bool {
        guard isChecked, version == run.before else { return false }
        version = run.version
        return true
    }

    /// Takes the next step, if there is one.
    ///
    /// - Parameter isPreparing: Whether texts of versions of the list are still to come.
    mutating func next(_ changes: ListChanges, isPreparing: () -> Bool) throws -> Step {
        while true {
            if isChecked, created != nil, let object = changes.cached(version + 1, of: list) { return change(object) }
            let status = try changes.status(of: list)
            if let step = check(status) { return step }
            switch status {
            case .unknown: return .nothing
            case .living(_, _, version, _), .ended(version): return .nothing
            case .living(let base, _, _, _) where version < base, .ended(let base):
                // A write before the end may still be preparing.
                if isPreparing() { return .nothing }
                if let object = changes.cached(version + 1, of: list) { return change(object) }
                version = base
                created = status.created
                return .deleted
            case .living(_, _, let newest, _):
                guard status.canRead(after: version) else { return reset(to: newest) }
                if let object = try changes.change(from: version, to: version + 1, of: list) { return change(object) }
            }
        }
    }

    /// Takes the next step of a reader who wants no version but the newest: one change from its own version to that.
    mutating func nextMerged(_ changes: ListChanges) throws -> Step {
        while true {
            let status = try changes.status(of: list)
            if let step = check(status) { return step }
            switch status {
            case .unknown: return .nothing
            case .living(_, _, version, _), .ended(version): return .nothing
            case .living(let base, _, _, _) where version < base, .ended(let base):
                version = base
                created = status.created
                return .deleted
            case .living(_, _, let newest, _):
                guard status.canRead(after: version) else { return reset(to: newest) }
                guard let object = try changes.change(from: version, to: newest, of: list) else { continue }
                version = newest
                return .change(object)
            }
        }
    }

    /// Whether there is a next step.
    func hasNext(_ changes: ListChanges) throws -> Bool {
        try !isChecked || changes.status(of: list).lastVersion != version
    }

    /// Compares the reader's own version with what there is: one that can't be led on is reset, whatever texts are kept.
    private mutating func check(_ status: ListStatus) -> Step? {
        guard !isChecked else {
            created = created ?? status.created
            return nil
        }
        isChecked = true
        let known = created
        created = status.created
        switch status {
        case .unknown:
            version = 0
            return nil
        case .ended(let end):
            guard version > end else { return nil }
            version = end
            return .deleted
        case .living(_, _, let newest, let created):
            guard known == nil || known == created else { return reset(to: newest) }
            return version == newest || status.canRead(after: version) ? nil : reset(to: newest)
        }
    }

    private mutating func change(_ object: [UInt8]) -> Step {
        version += 1
        return .change(object)
    }

    private mutating func reset(to newest: Int64) -> Step {
        version = newest
        return .reset
    }
}
