import Lists
import Ports
import Wire

/// Finds what a write names: by its name in the version that the request says, where it is at the head.
///
/// Names are those of the path, and of `before` and `after` in the body. What stood there and has been deleted since is gone, unless the
/// same id was inserted again.
struct WriteNames {
    let head: ListSnapshot
    /// The version that names mean something in; the head where the request says none.
    let named: ListSnapshot

    /// For a reader beside the writer.
    ///
    /// - Parameter version: The version that names mean something in; `nil` for the head.
    /// - Throws: As ``ListStore/snapshot(of:at:)``.
    init(_ head: ListSnapshot, _ version: Int64?, in store: any ListStore) throws {
        self.head = head
        named = try version.map { try store.snapshot(of: head.id, at: $0) } ?? head
    }

    /// For a write.
    ///
    /// - Throws: ``ListError`` `versionNotFound`, `versionGone`, `listNotFound`. A version of a list that has ended is told from one that was
    ///   never there.
    init(_ version: Int64?, of list: ListID, in transaction: any ListTransaction) throws {
        let named = try version.map { try transaction.snapshot(at: $0) }
        guard let head = transaction.current else { throw ListError(.listNotFound, "There is no list “\(list)”.") }
        self.head = head
        self.named = named ?? head
    }

    /// An item that a path names.
    struct NamedItem {
        /// Where it is at the head.
        let item: Item
        /// Where it was in the version of the names; what a precondition says of a place is about that.
        let namedPath: IndexPath
    }

    /// - Throws: ``ListError`` `itemNotFound` where the version has no such item; `item-gone`.
    func item(_ reference: ItemReference) throws -> NamedItem {
        let item = try named.item(reference)
        guard named.version != head.version else { return NamedItem(item: item, namedPath: item.indexPath) }
        guard let place = try head.place(ofItem: item.entry.number) else { throw Self.itemGone() }
        return NamedItem(item: place, namedPath: item.indexPath)
    }

    /// - Throws: ``ListError`` `sectionNotFound` where the version has no such section; `section-gone`.
    func section(_ reference: SectionReference) throws -> Section {
        let section = try named.section(reference)
        guard named.version != head.version else { return section }
        guard let place = try head.place(ofSection: section.entry.number) else { throw Self.sectionGone() }
        return place
    }

    /// The place that a body says, with the number of the neighbour that it names.
    ///
    /// - Returns: The place, or what is wrong with the body or the name: that is told after the preconditions were checked.
    /// - Throws: `item-gone`.
    func place<Place, Body>(
        in body: Result<Body, RequestProblem>, _ place: (Body) -> BodyPlace<Place, ItemReference>
    ) throws -> Result<BodyPlace<Place, Number>, RequestProblem> {
        try settled { try place(try body.get()).naming { try item($0).item.entry.number } }
    }

    /// As above, for a neighbour that is a section.
    ///
    /// - Throws: `section-gone`.
    func place<Place, Body>(
        in body: Result<Body, RequestProblem>, _ place: (Body) -> BodyPlace<Place, SectionReference>
    ) throws -> Result<BodyPlace<Place, Number>, RequestProblem> {
        try settled { try place(try body.get()).naming { try section($0).entry.number } }
    }

    private func settled<Outcome>(_ find: () throws -> Outcome) throws -> Result<Outcome, RequestProblem> {
        do {
            return .success(try find())
        } catch let problem as RequestProblem where problem.slug != .itemGone && problem.slug != .sectionGone {
            return .failure(problem)
        }
    }

    static func itemGone() -> RequestProblem { RequestProblem(.itemGone, "The item that had this name has been deleted since.") }

    static func sectionGone() -> RequestProblem { RequestProblem(.sectionGone, "The section that had this name has been deleted since.") }
}

extension BodyPlace {
    /// The same place with its neighbour by number.
    ///
    /// - Throws: What `find` throws, with a pointer to the name; where there is no such thing, `reference-not-found`.
    func naming(_ find: (Name) throws -> Number) throws -> BodyPlace<Place, Number> {
        switch self {
        case .unspecified: .unspecified
        case .at(let place): .at(place)
        case .before(let name): .before(try Self.pointing("/before") { try find(name) })
        case .after(let name): .after(try Self.pointing("/after") { try find(name) })
        }
    }

    private static func pointing(_ pointer: String, _ find: () throws -> Number) throws -> Number {
        do {
            return try find()
        } catch let error as ListError where error.code == .itemNotFound || error.code == .sectionNotFound {
            throw RequestProblem(.referenceNotFound, error.message, at: .pointer(pointer))
        } catch let problem as RequestProblem {
            throw RequestProblem(problem.slug, problem.detail, at: .pointer(pointer))
        }
    }
}
