import Foundation

/// The target of an insertion or a move: beside a row, or beside the next that is left if that one has gone, or at the section's end.
struct WriteTarget: Codable, Sendable, Equatable {
    enum Spot: Codable, Sendable, Equatable {
        case before(String)
        case after(String)
        /// The place afterwards, at the head.
        case to(RowPosition)
        case end

        /// The row's name in the path or body: its id after `@`, else its index path.
        var name: String? {
            switch self {
            case .before(let name), .after(let name): name
            case .to, .end: nil
            }
        }

        /// The id of the row that it is beside; nil of an index path, and of a section's end.
        var id: ExactID? { name.flatMap { $0.hasPrefix("@") ? ExactID(String($0.dropFirst())) : nil } }

        /// Whether the row is named by where it was in a version.
        var isIndexPath: Bool { name.map { !$0.hasPrefix("@") } ?? false }
    }

    /// The section's id.
    let section: String
    /// The inserted value, as JSON; nil for a move.
    var item: Data?
    /// The version of the index paths.
    let version: ListVersion
    /// The place that was asked for.
    let wanted: Spot
    /// The places that it may go to, the first one first.
    var spots: [Spot]

    init(section: String, item: Data?, version: ListVersion, spots: [Spot]) {
        (self.section, self.item, self.version, self.spots) = (section, item, version, spots)
        wanted = spots.first ?? .end
    }

    /// Whether the end of the section has to be asked for: a move has no name for it.
    var needsEnd: Bool { item == nil && spots.first == .end }

    func resolved(_ end: RowPosition) -> WriteTarget {
        var target = self
        target.spots = [.to(end)]
        return target
    }

    fileprivate var query: String { spots.first?.isIndexPath == true ? "?at=\(version)" : "" }

    fileprivate var body: Data? {
        struct Target: Encodable {
            var before: String?
            var after: String?
            var to: RowPosition?
        }
        var target = Target()
        switch spots.first {
        case .before(let name)?: target.before = name
        case .after(let name)?: target.after = name
        case .to(let position)?: target.to = position
        case .end?, nil: break
        }
        guard let text = try? JSONEncoder().encode(target) else { return nil }
        guard let item else { return text }
        // The item stays as its encoder wrote it.
        return Data(#"{"item":"#.utf8) + item + (text.count > 2 ? Data(",".utf8) : Data()) + text.dropFirst()
    }
}

extension PendingWrite {
    /// Sends it to the first spot of a target.
    mutating func aim(at target: WriteTarget) {
        self.target = target
        path = (path.range(of: "?").map { String(path[..<$0.lowerBound]) } ?? path) + target.query
        body = target.body
    }

    /// The same write beside the next neighbour; nil where the refusal has another reason, or nothing is left.
    func next(after failure: ListFailure) -> PendingWrite? {
        guard var target else { return nextSpot(after: failure) }
        switch failure {
        case .versionGone: target.spots.removeAll(where: \.isIndexPath)
        case .invalid(let problem), .gone(let problem):
            guard problem.errors.contains(where: { ["/before", "/after"].contains($0.pointer) }), !target.spots.isEmpty else { return nil }
            target.spots.removeFirst()
        default: return nil
        }
        guard !target.spots.isEmpty, target.spots != self.target?.spots else { return nil }
        var next = self
        next.isSent = false
        next.aim(at: target)
        return next
    }
}
