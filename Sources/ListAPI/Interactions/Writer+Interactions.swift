import CellTypes
import Foundations
import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

extension Writer {
    /// `POST …/items/{item}/select`, `/deselect` and `/actions/{name}`: records what a user did with an item. It makes no version.
    func interact(_ request: Request, _ path: PathParameters, _ type: EventType) throws -> PendingResponse {
        let interaction = try InteractionRequest(request, path, type, limits: settings.limits)
        let memory = WriteMemory(settings.memory, for: request.sender)
        let prefetched = try prefetch(interaction, memory)
        let list = interaction.target.list
        return try write(
            request, list, memory: memory, current: showList, appliesPreference: false, content: interaction.context
        ) { transaction in
            try self.subject(of: interaction, prefetched, in: transaction, memory)
        } preconditions: { transaction, _ in
            try interaction.preconditions.check(list: transaction.current, required: false)
        } work: { transaction, subject, _ in
            (body: try transaction.record(type, describe: subject.shape.bytes), subject: subject)
        } show: { outcome, _ in
            let subject = outcome.subject
            let shown = Representation(
                body: ByteBuffer(outcome.body), tag: subject.tag, version: subject.version, created: subject.created,
                variant: subject.variant)
            return Response(status: .accepted, headers: shown.headers(), body: memory.body(shown.body))
        }
    }

    /// The item, read and encoded on the connection's thread to relieve the store's one writer; `nil` where it is not there: the writer
    /// says why.
    private func prefetch(_ interaction: InteractionRequest, _ memory: WriteMemory) throws -> InteractionSubject? {
        let snapshot = try? store.snapshot(of: interaction.target.list, at: interaction.version)
        let subject = snapshot.flatMap { try? InteractionSubject(interaction, in: $0, reader.cells(accepting: nil)) }
        if let subject { try memory.take(subject.byteCount) }
        return subject
    }

    private func subject(
        of interaction: InteractionRequest, _ prefetched: InteractionSubject?, in transaction: any ListTransaction, _ memory: WriteMemory
    ) throws -> InteractionSubject {
        if let prefetched, let head = transaction.current, prefetched.isCurrent(in: head, at: interaction.version, store) {
            return prefetched
        }
        // A version of a list that was deleted has another error than one that was never there.
        let snapshot = try interaction.version.map { try transaction.snapshot(at: $0) }
        let head = try current(transaction, interaction.target.list)
        let subject = try InteractionSubject(interaction, in: snapshot ?? head, reader.cells(accepting: nil))
        try memory.take(subject.byteCount)
        return subject
    }
}

/// The interaction that a request describes.
struct InteractionRequest: Sendable {
    let type: EventType
    let target: ItemTarget
    /// `nil` for a selection.
    let action: ActionName?
    let preconditions: Preconditions
    /// The context, or the error in its meaning, thrown after the item was found and preconditions were checked.
    let context: Result<JSONText, RequestProblem>

    /// The version that the user was looking at; `nil` for the head.
    var version: Int64? { target.version }

    init(_ request: Request, _ path: PathParameters, _ type: EventType, limits: ContentLimits) throws {
        self.type = type
        target = try ItemTarget(path, try Parameters(request, allowing: ["at"]))
        action = try path["name"].map { try ActionName($0) }
        preconditions = try Preconditions(request)
        context = try BodyMeaning.deferring { () throws(RequestProblem) in
            try InteractionBodyReader.context(request.body, limits: limits)
        }
    }
}

/// The subject of an interaction: an item in one version, encoded.
///
/// A version never changes, so the writer would encode the same as the connection's thread.
struct InteractionSubject: Sendable {
    /// The list's number, which is new for each incarnation of its id.
    let list: Int64
    let version: Int64
    /// When the list was made: milliseconds since 1970, UTC.
    let created: Int64
    let tag: Representation.Tag
    let variant: UInt32?
    let shape: InteractionRepresentation

    /// - Parameter cells: How the item is shown; to webhooks too, so not by what one client knows.
    /// - Throws: ``ListError`` `itemNotFound` where that version has no such item.
    init(_ interaction: InteractionRequest, in snapshot: ListSnapshot, _ cells: CellPresentation) throws {
        let shown = try ResourceSerializer(snapshot: snapshot, cells: cells).item(interaction.target.item, namesList: false)
        list = snapshot.head.number
        version = snapshot.version
        created = snapshot.head.createdAt
        (tag, variant) = (shown.tag, shown.variant)
        shape = InteractionRepresentation(
            interaction.type, action: interaction.action, of: snapshot.id, at: snapshot.version, item: shown.body.array,
            context: (try? interaction.context.get()) ?? .emptyObject)
    }

    /// Bytes that it takes with the answer that shows it.
    var byteCount: Int { 2 * shape.byteCount + 512 }

    /// Whether the subject is still that of a write now.
    ///
    /// - Parameter version: The version that is asked for; `nil` for the head.
    func isCurrent(in head: ListSnapshot, at version: Int64?, _ store: any ListStore) -> Bool {
        list == head.head.number && self.version == version ?? head.version
            && (self.version == head.version || store.isReadable(self.version, ofList: list))
    }
}
