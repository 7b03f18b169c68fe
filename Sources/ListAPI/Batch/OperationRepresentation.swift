import CellTypes
import Foundations
import JSON
import Lists
import Wire

/// Shows what operations have made or changed, in the version that they made. It reads nothing: that version may have left the history.
struct OperationRepresentation {
    private let snapshot: ListSnapshot
    private let cells: CellPresentation
    private var items: ItemRepresentation
    private let capacity: Int

    /// - Parameter capacity: The bytes that are set aside for the text.
    init(of snapshot: ListSnapshot, _ cells: CellPresentation, capacity: Int = 256) {
        self.capacity = capacity
        self.snapshot = snapshot
        self.cells = cells
        items = ItemRepresentation(of: snapshot.head, cells: cells)
    }

    /// The answer to a single operation that is not about one item: `{"items":[…]}` or the Section.
    static func single(_ outcome: OperationOutcome, _ cells: CellPresentation) -> Representation {
        var shape = OperationRepresentation(of: outcome.snapshot, cells, capacity: outcome.size.capacity)
        var json = JSONWriter(capacity: outcome.size.capacity)
        for result in outcome.results { shape.write(result, to: &json) }
        return representation(of: outcome, cells, json.finish())
    }

    /// The answer to a batch: `{"list","version","results":[…]}`.
    mutating func batch(_ results: [OperationResult]) -> Representation {
        var json = JSONWriter(capacity: capacity)
        json.beginObject()
        json.member("list", snapshot.id.text)
        json.member("version", snapshot.version)
        json.key("results")
        json.beginArray()
        for result in results { write(result, to: &json) }
        json.endArray()
        json.endObject()
        return Self.representation(of: results, snapshot, cells, json.finish())
    }

    /// The answer with a body. It depends on the cell types if there are items in it.
    static func representation(of outcome: OperationOutcome, _ cells: CellPresentation, _ body: ByteBuffer) -> Representation {
        representation(of: outcome.results, outcome.snapshot, cells, body)
    }

    private static func representation(
        of results: [OperationResult], _ snapshot: ListSnapshot, _ cells: CellPresentation, _ body: ByteBuffer
    ) -> Representation {
        Representation(
            body: body, tag: .version, version: snapshot.version, created: snapshot.head.createdAt,
            variant: results.contains(where: \.hasItems) ? cells.variant : nil)
    }

    /// Bytes of the text of some results, at most.
    static func largestCount(of results: [OperationResult], in head: ListHead, _ cells: CellPresentation) -> Int {
        var items = ItemRepresentation(of: head, cells: cells)
        var count = frame
        for result in results {
            switch result {
            case .deletion: count += frame
            case .departed(let type, let revision):
                count +=
                    frame + 4 * (type?.utf8.count ?? 0) + 2 * revision.id.text.utf8.count + result.byteCount + head.id.text.utf8.count
            case .item(let item): count += largestCount(of: item, &items)
            case .items(let all): for item in all { count += largestCount(of: item, &items) }
            case .section(let section):
                // An id has no control character: each of its characters has two bytes more at most, as has that of a list.
                count += result.byteCount + frame + 2 * (section?.id.text.utf8.count ?? 0) + head.id.text.utf8.count
            }
        }
        return count
    }

    /// Bytes of a text beside values and names, at most.
    private static let frame = 320

    private static func largestCount(of item: OperationResult.ShownItem?, _ items: inout ItemRepresentation) -> Int {
        guard let item else { return frame }
        return items.largestCount(item.item, id: item.revision.id, value: item.revision.value.byteCount)
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
        case .departed(let type, let revision): revision.withStored { items.writeDeparted(type, $0, to: &json) }
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
        case .item, .items, .departed: true
        case .section, .deletion: false
        }
    }
}
