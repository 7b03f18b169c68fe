import JSON
import Lists
import Wire

/// Shows what operations have made or changed, in the version that they made. It reads nothing: that version may have left the history.
struct OperationRepresentation {
    private let snapshot: ListSnapshot
    private let settings: ListAPISettings
    private var items: ItemShape
    private var body: [UInt8] = []

    init(of snapshot: ListSnapshot, _ settings: ListAPISettings) {
        self.snapshot = snapshot
        self.settings = settings
        items = ItemShape(of: snapshot.head, naming: settings.naming)
    }

    /// What a single operation answers: the Item, `{"items":[…]}` or the Section.
    mutating func single(_ result: OperationResult) -> Representation {
        if case .item(let shown?) = result {
            return shown.revision.withStored { Things(snapshot: snapshot, settings: settings).item(shown.item, $0) }
        }
        body = []
        append(result)
        return Representation(body: body, tag: .version, version: snapshot.version)
    }

    /// What a batch answers: `{"list","version","results":[…]}`.
    mutating func batch(_ results: [OperationResult]) -> Representation {
        body = []
        JSONText.append(literal: "{\"list\":", to: &body)
        JSONText.append(snapshot.id.text, to: &body)
        JSONText.append(literal: ",\"version\":", to: &body)
        JSONText.append(snapshot.version, to: &body)
        JSONText.append(literal: ",\"results\":[", to: &body)
        for (index, result) in results.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            append(result)
        }
        JSONText.append(literal: "]}", to: &body)
        return Representation(body: body, tag: .version, version: snapshot.version)
    }

    private mutating func append(_ result: OperationResult) {
        switch result {
        case .deletion, .section(nil): appendNull()
        case .item(let item): append(item)
        case .items(let items):
            JSONText.append(literal: "{\"items\":[", to: &body)
            for (index, item) in items.enumerated() {
                if index > 0 { body.append(UInt8(ascii: ",")) }
                append(item)
            }
            JSONText.append(literal: "]}", to: &body)
        case .section(let section?):
            SectionShape.open(section, of: snapshot.head, to: &body)
            body.append(UInt8(ascii: "}"))
        }
    }

    private mutating func append(_ item: OperationResult.ShownItem?) {
        guard let item else { return appendNull() }
        item.revision.withStored { items.append(item.item, $0, namesList: true, to: &body) }
    }

    private mutating func appendNull() {
        JSONText.append(literal: "null", to: &body)
    }
}
