import CellTypes
import JSON
import Lists
import Wire

/// The page of a search as a representation.
struct SearchPage {
    let snapshot: ListSnapshot
    let cells: CellPresentation
    let words: [[UInt8]]

    func representation(of outcome: SearchOutcome, _ parameters: Parameters, _ page: PageRequest) throws -> Representation {
        var json = JSONWriter()
        json.beginObject()
        json.member("list", snapshot.id.text)
        json.member("version", snapshot.version)
        json.key("words")
        json.strings(words.map { String(decoding: $0, as: UTF8.self) })
        json.member("itemCount", outcome.itemCount)
        json.member("complete", outcome.isComplete)
        json.member("offset", page.offset)
        json.key("items")
        var run = ItemRun(of: snapshot, cells: cells)
        let shown = try run.write(outcome.items, of: snapshot, to: &json)
        json.endObject()
        let links = PageLinks(
            path: ResourcePath.search(snapshot.id), parameters: parameters, version: snapshot.version, offset: page.offset,
            limit: page.limit, count: outcome.found, shown: shown, namesLast: false)
        return Representation(
            body: json.finish(), tag: .version, version: snapshot.version, created: snapshot.head.createdAt, variant: cells.variant,
            links: links.value)
    }
}
