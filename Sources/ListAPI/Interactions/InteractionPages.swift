import JSON
import Lists
import Ports
import Wire

/// `GET …/interactions`: what users did, in order.
struct InteractionPages {
    /// How many are read at once, so that a page of large ones stops reading where it closes.
    private static let piece = 32

    let store: any ListStore
    let list: ListID

    /// The newest interactions, the oldest of them first; it ends early as any page does, and then says where the next one begins.
    func newest(_ count: Int) throws -> [UInt8] {
        var attempts = 0
        while true {
            do {
                return try page(after: try store.interactionStart(of: list, last: count), limit: count)
            } catch let error as ListError where error.code == .interactionGone && attempts < 8 {
                // The first of them has left the log meanwhile.
                attempts += 1
            }
        }
    }

    /// The page behind a sequence number; `nil` for the oldest that is kept.
    ///
    /// - Throws: As ``ListStore/interactions(of:after:limit:)``.
    func page(after: Int64?, limit: Int) throws -> [UInt8] {
        var body: [UInt8] = []
        JSONText.append(verbatim: "{\"list\":", to: &body)
        JSONText.append(list.text, to: &body)
        JSONText.append(verbatim: ",\"interactions\":[", to: &body)
        var (last, shown, hasMore) = (after, 0, true)
        while hasMore, shown < limit, body.count <= ItemRun.fullPage {
            let found = try store.interactions(of: list, after: last, limit: min(Self.piece, limit - shown))
            var isShort = false
            for interaction in found.interactions {
                if body.count > ItemRun.fullPage {
                    isShort = true
                    break
                }
                if shown > 0 { body.append(UInt8(ascii: ",")) }
                body += interaction.data
                last = interaction.sequence
                shown += 1
            }
            hasMore = found.hasMore || isShort
            if found.interactions.isEmpty { break }
        }
        JSONText.append(verbatim: "],\"next\":", to: &body)
        if hasMore, shown > 0, let last {
            JSONText.append(last, to: &body)
        } else {
            JSONText.append(verbatim: "null", to: &body)
        }
        body.append(UInt8(ascii: "}"))
        return body
    }
}
