import JSON
import Lists
import Wire

/// Shows what operations have made or changed, in the version that they made. It reads nothing: that version may have left the history.
struct OperationRepresentation {
    private let snapshot: ListSnapshot
    private var items: ItemRepresentation
    private var json = JSONWriter()

    init(of snapshot: ListSnapshot, _ settings: ListAPISettings) {
        self.snapshot = snapshot
        items = ItemRepresentation(of: snapshot.head, naming: settings.naming)
    }

    /// What a single operation answers that is not about one item: `{"items":[…]}` or the Section.
    static func single(_ result: OperationResult, in snapshot: ListSnapshot, _ settings: ListAPISettings) -> Representation {
        var representation = OperationRepresentation(of: snapshot, settings)
        representation.write(result)
        return Representation(body: representation.json.bytes, tag: .version, version: snapshot.version)
    }

    /// What a batch answers: `{"list","version","results":[…]}`.
    mutating func batch(_ results: [OperationResult]) -> Representation {
        json = JSONWriter()
        json.beginObject()
        json.member("list", snapshot.id.text)
        json.member("version", snapshot.version)
        json.key("results")
        json.beginArray()
        for result in results { write(result) }
        json.endArray()
        json.endObject()
        return Representation(body: json.bytes, tag: .version, version: snapshot.version)
    }

    private mutating func write(_ result: OperationResult) {
        switch result {
        case .deletion, .section(nil): json.null()
        case .item(let item): write(item)
        case .items(let items):
            json.beginObject()
            json.key("items")
            json.beginArray()
            for item in items { write(item) }
            json.endArray()
            json.endObject()
        case .section(let section?): SectionRepresentation.write(section, of: snapshot.head, to: &json)
        }
    }

    private mutating func write(_ item: OperationResult.ShownItem?) {
        guard let item else { return json.null() }
        item.revision.withStored { items.write(item.item, $0, namesList: true, to: &json) }
    }
}
