import HTTPServing
import HTTPTypes
import Lists
import Wire

/// The `If-Match` and `If-None-Match` of a request.
struct Preconditions {
    let ifMatch: EntityTagCondition?
    let ifNoneMatch: EntityTagCondition?

    /// - Throws: `malformed-request` where one is no list of entity tags.
    init(_ request: borrowing Request) throws(RequestProblem) {
        ifMatch = try Self.condition(request, .ifMatch)
        ifNoneMatch = try Self.condition(request, .ifNoneMatch)
    }

    var isEmpty: Bool { ifMatch == nil && ifNoneMatch == nil }

    private static func condition(_ request: borrowing Request, _ name: HTTPField.Name) throws(RequestProblem) -> EntityTagCondition? {
        guard let value = request.headers[name] else { return nil }
        guard let condition = EntityTagCondition(parsing: value) else {
            throw RequestProblem(
                .malformedRequest,
                "\(name.rawName) is “*” or a list of at most \(EntityTagCondition.maximumCount) entity tags such as \"v7\".",
                at: .parameter(name.rawName))
        }
        return condition
    }

    /// Checks the preconditions of a write on a list, before anything else.
    ///
    /// - Throws: ``PreconditionFailure``; `precondition-required` where the operator wants one and there is none.
    func check(list snapshot: ListSnapshot?, required: Bool) throws {
        try check(isThere: snapshot != nil, required: required) { condition, comparison in
            snapshot.map { condition.matches(version: $0.version, comparison: comparison) } ?? false
        }
    }

    /// Checks the preconditions of a write on an item.
    ///
    /// - Parameters:
    ///   - revision: The item's at the head.
    ///   - path: Where the item stands in the version that the request names it by.
    /// - Throws: As ``check(list:required:)``.
    func check(_ revision: ItemRevision, at path: IndexPath, required: Bool) throws {
        try check(isThere: true, required: required) { condition, comparison in
            condition.matches(
                item: revision.id, revision: revision.version, section: path.section, row: path.row, comparison: comparison)
        }
    }

    /// Checks the preconditions of a write on a resource with a tag of its own; `nil` if it is not there.
    ///
    /// - Throws: ``PreconditionFailure``.
    func check(tag: String?) throws {
        try check(isThere: tag != nil, required: false) { condition, comparison in
            tag.map { condition.matches($0, comparison: comparison) } ?? false
        }
    }

    /// Checks the preconditions of a write on a resource without an entity tag: `*` matches it, and no tag does.
    ///
    /// - Throws: ``PreconditionFailure``.
    func checkUntagged() throws {
        try check(isThere: true, required: false) { condition, _ in condition == .any }
    }

    private func check(isThere: Bool, required: Bool, matches: (EntityTagCondition, EntityTagCondition.Comparison) -> Bool) throws {
        if required, isThere, isEmpty {
            throw RequestProblem(.preconditionRequired, "Send the ETag of what you change as If-Match.")
        }
        if let ifMatch, !isThere || !matches(ifMatch, .strong) { throw PreconditionFailure() }
        if let ifNoneMatch, isThere, matches(ifNoneMatch, .weak) { throw PreconditionFailure() }
    }
}

/// A precondition of a write was false.
struct PreconditionFailure: Error {
    /// The index of the operation of a batch, counted from 0; `nil` for a precondition of the whole request.
    var operation: Int?
    /// The id of that operation's item; `nil` where it was not there before the batch.
    var item: Identifier?
}
