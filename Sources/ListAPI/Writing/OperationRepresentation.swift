import CellTypes
import JSON
import Lists
import Wire

/// Shows what operations have made or changed, in the version that they made. It reads nothing: that version may have left the history.
struct OperationRepresentation {
    private let snapshot: ListSnapshot
    private let cells: CellPresentation
    private var items: ItemRepresentation

    init(of snapshot: ListSnapshot, _ cells: CellPresentation) {
        self.snapshot = snapshot
        self.cells = cells
        items = ItemRepresentation(of: snapshot.head, cells: cells)
    }

    /// What a single operation answers that is not about one item: `{"items":[…]}` or the Section.
    static func single(_ result: OperationResult, in snapshot: ListSnapshot, _ cells: CellPresentation) -> Representation {
        var representation = OperationRepresentation(of: snapshot, cells)
        var json = JSONWriter()
        representation.write(result, to: &json)
        return representation.representation(of: [result], json)
    }

    /// What a batch answers: `{"list","version","results":[…]}`.
    mutating func batch(_ results: [OperationResult]) -> Representation {
        var json = JSONWriter()
        json.beginObject()
        json.member("list", snapshot.id.text)
        json.member("version", snapshot.version)
        json.key("results")
        json.beginArray()
        for result in results { write(result, to: &json) }
        json.endArray()
        json.endObject()
        return representation(of: results, json)
    }

    /// What was written. It depends on the cell types where there are items in it.
    private func representation(of results: [OperationResult], _ json: consuming JSONWriter) -> Representation {
        Representation(
            body: json.finish(), tag: .version, version: snapshot.version,
            variant: results.contains(where: \.hasItems) ? cells.variant : nil)
    }

    private mutating func write(_ result: OperationResult, to json: inout JSONWriter) {
        switch result {
        case .deletion, .section(nil): json.null()
        case .item(let item): write(item, to: &json)
        case .items(let items):
            json.beginObject()
            json.key("items")
            json.beginArray()
            for item in items { write(item, to: &json) }
            json.endArray()
            json.endObject()
        case .section(let section?): SectionRepresentation.write(section, of: snapshot.head, to: &json)
        }
    }

    private mutating func write(_ item: OperationResult.ShownItem?, to json: inout JSONWriter) {
        guard let item else { return json.null() }
        item.revision.withStored { items.write(item.item, $0, namesList: true, to: &json) }
    }
}

extension OperationResult {
    /// Whether it shows items.
    fileprivate var hasItems: Bool {
        switch self {
        case .item, .items: true
        case .section, .deletion: false
        }
    }
}
