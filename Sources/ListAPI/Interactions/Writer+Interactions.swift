import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

extension Writer {
    /// `POST …/items/{item}/select`, `/deselect` and `/actions/{name}`: records what a user did with an item. It makes no version.
    func interact(_ request: Request, _ path: PathParameters, _ type: EventType) -> Answer {
        answer(request) {
            let interaction = try InteractionRequest(request, path, type, limits: settings.limits)
            let ahead = subject(ahead: interaction)
            let list = interaction.target.list
            return write(request, list, appliesPreference: false) { transaction in
                let subject = try subject(of: interaction, ahead: ahead, in: transaction)
                try interaction.preconditions.check(list: transaction.current, required: false)
                _ = try interaction.context.get()
                return (body: try transaction.record(type, describe: subject.shape.bytes), subject: subject)
            } show: { outcome in
                let subject = outcome.subject
                let shown = Representation(body: outcome.body, tag: subject.tag, version: subject.version)
                return Response(status: .accepted, headers: Self.headers(shown), body: .bytes(shown.body))
            } current: { snapshot in
                Things(snapshot: snapshot, settings: settings).list()
            }
        }
    }

    /// The item, read and laid out on the connection's thread, so that the store's one writer finds it at hand; `nil` where it can't be
    /// had: the writer says why.
    private func subject(ahead interaction: InteractionRequest) -> InteractionSubject? {
        let snapshot = try? store.snapshot(of: interaction.target.list, at: interaction.version)
        return snapshot.flatMap { try? InteractionSubject(interaction, in: $0, settings) }
    }

    private func subject(
        of interaction: InteractionRequest, ahead: InteractionSubject?, in transaction: any ListTransaction
    ) throws -> InteractionSubject {
        if let ahead, let head = transaction.current, ahead.isCurrent(in: head, at: interaction.version, store) { return ahead }
        // A version of a list that has ended is told from one that was never there.
        let snapshot = try interaction.version.map { try transaction.snapshot(at: $0) }
        let head = try current(transaction, interaction.target.list)
        return try InteractionSubject(interaction, in: snapshot ?? head, settings)
    }
}
