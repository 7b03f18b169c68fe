import JSON
import Lists
import Wire

/// Writes the answer to a batch: `{"list","version","results":[…]}`.
struct BatchResults {
    private let snapshot: ListSnapshot
    private var items: ItemRepresentation
    private var json = JSONWriter()

    init(of snapshot: ListSnapshot, naming: CellNaming) {
        self.snapshot = snapshot
        items = ItemRepresentation(of: snapshot.head, naming: naming)
    }

    mutating func representation(of results: [BatchResult]) -> Representation {
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

    private mutating func write(_ result: BatchResult) {
        switch result {
        case .nothing, .section(nil): json.null()
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

    private mutating func write(_ item: BatchResult.PlacedItem?) {
        guard let item else { return json.null() }
        item.revision.withStored { items.write(item.item, $0, namesList: true, to: &json) }
    }
}
