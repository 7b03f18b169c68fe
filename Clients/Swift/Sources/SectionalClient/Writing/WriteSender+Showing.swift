import Foundation

extension WriteSender {
    /// Puts the edits of a write over the rows: the last value or deletion of each item, and where it is; and those of sections.
    func show(_ write: PendingWrite, _ values: [ExactID: Item] = [:]) {
        var changes: [ExactID: Item?] = [:]
        if let id = write.condition.map({ ExactID($0.id) }) {
            if write.kind != .update {
                changes.updateValue(nil, forKey: id)
            } else if let value = values[id] ?? value(of: write) {
                changes[id] = value
            }
        }
        for part in write.parts ?? [] {
            guard let id = part.condition.map({ ExactID($0.id) }) else { continue }
            // A value that this build cannot read is not shown.
            if let value = part.value {
                if let value = values[id] ?? decoded(value) { changes[id] = value }
            } else {
                changes.updateValue(nil, forKey: id)
            }
        }
        for (id, change) in changes {
            screen.overlay.add(change, key: write.key, on: id.text, version: write.answer?.version)
            screen.rowChanged(id.text)
        }
        for item in write.placedItems { place(item, write) }
        let edits = write.sectionEdits
        screen.overlay.sections.add(edits)
        screen.sectionsChanged(edits)
    }

    private func place(_ item: PlacedItem, _ write: PendingWrite) {
        let insertion = PositionOverlay<Item>.Change.Insertion(type: item.type, value: item.value.flatMap(decoded))
        let change = PositionOverlay<Item>.Change(
            key: write.key, id: ExactID(item.id), insertion: item.isInserted ? insertion : nil, section: item.section, spots: item.spots,
            version: item.version)
        screen.overlay.positions.add(change, version: write.answer?.version, in: screen.model)
        screen.rowChanged(item.id)
    }

    func value(of write: PendingWrite) -> Item? {
        if let value = write.value { return decoded(value) }
        guard write.kind == .update, let body = write.body else { return nil }
        return try? requests.decoder.decodeExactly(Item.self, from: body)
    }

    func decoded(_ value: Data) -> Item? { try? requests.options.cacheDecoder.decodeExactly(Item.self, from: value) }
}
