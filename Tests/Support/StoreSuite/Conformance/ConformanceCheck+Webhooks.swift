import Foundations
import Lists
public import Ports

extension ConformanceCheck {
    /// What a test's write refuses with.
    private struct Refusal: Error {}

    static let webhooks = [
        ConformanceCheck("keeps webhooks as they were registered and changed, the oldest first") { store in
            try expectEqual(store.webhooks(), [], "webhooks at first")
            var first = webhook("b")
            first.url = "https://example.com/\u{E9}?a=\"b\""
            first.events = [.itemAction, .listDeleted]
            first.lists = [.init("a*\n\"'\\"), .init("*")]
            first.description = "d\u{0}\u{1F600}"
            first.isOrdered = true
            first.secrets = [SealedSecret(sealed: [0, 255], expiresAt: nil), SealedSecret(sealed: [], expiresAt: -1)]
            first.health = WebhookHealth(status: .failing, reason: "r", failingSince: .max, hasExhausted: true)
            try store.register(first)
            let second = try store.register(webhook("a"))
            try expectEqual(store.webhooks(), [first, second], "two webhooks")
            try expectEqual(store.webhook(first.id), first, "the first")
            try expectEqual(store.webhook(Identifier(verbatim: "c")), nil, "a third")
            first.url = "http://x"
            first.events = []
            first.lists = []
            first.description = ""
            first.isOrdered = false
            first.secrets = [SealedSecret(sealed: [3])]
            first.health = WebhookHealth(status: .disabled, reason: nil, failingSince: nil, hasExhausted: false)
            let inside = try store.writeWebhooksAndWait { [first] transaction in
                try transaction.update(first)
                return (try transaction.webhooks(), try transaction.webhook(first.id))
            }
            try expectEqual(inside.0, [first, second], "both in the transaction")
            try expectEqual(inside.1, first, "the first in the transaction")
            try expectEqual(store.webhooks(), [first, second], "both afterwards")
            try store.writeWebhooksAndWait { [first] in try $0.deleteWebhook(first.id) }
            try expectEqual(store.webhooks(), [second], "the one that is left")
            try expectEqual(store.webhook(first.id), nil, "the one that is deleted")
            try expectEqual(store.deliveries(to: first.id, status: nil, after: nil, limit: 9), [], "its deliveries")
        },
        ConformanceCheck("undoes a write to webhooks that throws, all of it") { store in
            let id = try listID("l")
            let kept = try store.register(webhook("kept"))
            try store.put(.counting(1), into: id)
            let before = try store.allDeliveries(to: kept.id)
            try expectEqual(before.count, 1, "deliveries")
            do {
                try store.writeWebhooksAndWait { transaction in
                    try transaction.insert(webhook("other"))
                    var changed = kept
                    changed.url = "http://other"
                    try transaction.update(changed)
                    _ = try transaction.addTest(to: kept.id)
                    _ = try transaction.retry(before[0].id, to: kept.id)
                    try transaction.deleteWebhook(kept.id)
                    throw Refusal()
                }
                throw ConformanceFailure("work that throws went through")
            } catch is Refusal {}
            try expectEqual(store.webhooks(), [kept], "webhooks")
            try expectEqual(store.writeWebhooksAndWait { try $0.webhooks() }, [kept], "webhooks in a write")
            try expectEqual(store.allDeliveries(to: kept.id), before, "deliveries")
            try store.put(.counting(2), into: id)
            try expectEqual(store.allDeliveries(to: kept.id).map(\.event), [2, 1], "events")
        },
        ConformanceCheck("keeps an answer with a write to webhooks, under the same keys as with one to a list") { store in
            guard let key = IdempotencyKey("key") else { throw ConformanceFailure("a key is no key") }
            let answer = StoredResponse(key: key, fingerprint: [1], status: 201, headers: [], body: [9, 8])
            for fails in [true, false] {
                do {
                    try store.writeWebhooksAndWait { transaction in
                        try expectEqual(transaction.storedResponse(for: key), nil, "a key that is free")
                        try transaction.insert(webhook("keyed"))
                        try transaction.keep(answer)
                        try expectEqual(transaction.storedResponse(for: key), answer, "the answer in its transaction")
                        if fails { throw Refusal() }
                    }
                } catch is Refusal {}
                try expectEqual(store.webhooks().count, fails ? 0 : 1, "webhooks")
                try expectEqual(store.writeAndWait(listID("any")) { try $0.storedResponse(for: key) }, fails ? nil : answer, "the answer")
            }
            let found = try store.writeWebhooksAndWait { try $0.storedResponse(for: key) }
            try expectEqual(found, answer, "the answer, asked for by another")
        },
    ]

    /// A webhook that wants some events, or all, of all lists.
    public static func webhook(
        _ id: String, _ events: [EventType] = [], ordered: Bool = false, health: WebhookHealth.Status = .active
    ) -> Webhook {
        Webhook(
            id: Identifier(verbatim: id), createdAt: 5, url: "https://example.com/\(id)", events: events, isOrdered: ordered,
            secrets: [SealedSecret(sealed: [1])], health: WebhookHealth(status: health))
    }
}
