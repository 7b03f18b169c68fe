import JSON
import Lists

extension ItemInsertion {
    /// Reads `{"item"}` or `{"items"}` with its target; in a batch, also the section.
    init(reading body: inout BodyReader, subject: inout OperationSubject) throws(JSONSyntaxError) {
        self.init()
        var hasItems = false
        guard try body.enterBody() else { return }
        while let key = try body.json.nextKey() {
            switch EditKey(exactly: key) {
            case .item, .items:
                if hasItems { body.note(.invalidValue, "Either “item” or “items”, not both.", at: key) }
                hasItems = true
                isSingle = key.utf8.count == 4
                drafts = try isSingle ? Self.single(reading: &body) : ItemDraft.array(reading: &body)
            case .index: body.set(&target, key, try body.readIndex(at: key).map { .at($0) })
            default:
                if try body.readItemNeighbour(key, into: &target) { continue }
                try subject.readOrPass(key, from: &body, in: "A body that inserts items")
            }
        }
        if !hasItems {
            body.note(.invalidValue, "There is to be an “item”, or an array of “items”.", at: EditKey.items.rawValue)
        } else if drafts.isEmpty {
            body.note(.invalidValue, "There is to be at least one item.", at: EditKey.items.rawValue)
        }
    }

    private static func single(reading body: inout BodyReader) throws(JSONSyntaxError) -> [ItemDraft] {
        body.position.root = .root.appending(EditKey.item.rawValue)
        let isCounted = body.countItem()
        let item = try ItemDraft(reading: &body)
        body.position.root = .root
        return isCounted ? [item] : []
    }
}

extension Target<IndexPath, ItemReference> {
    /// Reads where an item is to move; in a batch, also which.
    static func itemMove(reading body: inout BodyReader, subject: inout OperationSubject) throws(JSONSyntaxError) -> Self {
        var target = Self.unspecified
        guard try body.enterBody() else { return target }
        while let key = try body.json.nextKey() {
            if EditKey(exactly: key) == .to {
                body.set(&target, key, try body.readIndexPath(at: key).map { .at($0) })
            } else if try !body.readItemNeighbour(key, into: &target) {
                try subject.readOrPass(key, from: &body, in: "A move of an item")
            }
        }
        if case .unspecified = target {
            body.note(.invalidValue, "Say where to: “to” with an index path, or “before” or “after” an item.", at: EditKey.to.rawValue)
        }
        return target
    }
}
