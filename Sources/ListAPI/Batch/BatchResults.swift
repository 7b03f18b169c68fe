import JSON
import Lists
import Wire

/// Lays out the answer to a batch: `{"list","version","results":[…]}`.
struct BatchResults {
    private let snapshot: ListSnapshot
    private var shape: ItemShape
    private var body: [UInt8] = []

    init(of snapshot: ListSnapshot, naming: CellNaming) {
        self.snapshot = snapshot
        shape = ItemShape(of: snapshot.head, naming: naming)
    }

    mutating func representation(of results: [BatchResult]) -> Representation {
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

    private mutating func append(_ result: BatchResult) {
        switch result {
        case .nothing, .section(nil): appendNull()
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

    private mutating func append(_ item: BatchResult.PlacedItem?) {
        guard let item else { return appendNull() }
        item.revision.withStored { shape.append(item.item, $0, namesList: true, to: &body) }
    }

    private mutating func appendNull() {
        JSONText.append(literal: "null", to: &body)
    }
}
