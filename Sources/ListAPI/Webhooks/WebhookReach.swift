import Foundations
import HTTPServing
import Lists
import Ports
import Wire

/// The webhooks that a token reaches: those that are subscribed to no list out of its reach.
struct WebhookReach: Sendable {
    private let grant: Grant?

    init(_ request: Request) {
        grant = request.grant
    }

    func reaches(_ webhook: Webhook) -> Bool { reaches(webhook.lists) }

    /// Whether the events of a list are within reach; a test is about none, and is.
    func reaches(_ list: ListID?) -> Bool { list.map { grant?.reaches($0.text) ?? true } ?? true }

    /// Makes sure that a webhook is subscribed to lists within reach alone.
    ///
    /// - Throws: `forbidden`.
    func check(_ lists: [NamePattern]) throws(RequestProblem) {
        guard !reaches(lists) else { return }
        throw RequestProblem(
            .forbidden, "The token “\(grant?.name ?? "")” reaches some lists only, and this webhook would hear of others.")
    }

    /// A pattern that matches another's text, its stars taken as they stand, matches all that the other does.
    private func reaches(_ lists: [NamePattern]) -> Bool {
        guard let grant, grant.lists != nil else { return true }
        return lists.isEmpty ? grant.reaches("*") : lists.allSatisfy { grant.reaches($0.text) }
    }
}
