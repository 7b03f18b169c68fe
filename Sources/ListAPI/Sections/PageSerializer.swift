import CellTypes
import JSON
import Lists
import Wire

/// The pages of a list as representations.
struct PageSerializer {
    let snapshot: ListSnapshot
    let cells: CellPresentation

    /// Bytes for a page's frame, and for a thing on it of usual size.
    private static let (frameCapacity, elementCapacity) = (1_024, 256)
    /// Bytes that are set aside at most before anything is read.
    private static let largestCapacity = 1 << 20

    /// - Parameter count: How many things the page is going to show.
    private func begin(_ count: Int) -> JSONWriter {
        var json = JSONWriter(capacity: min(Self.largestCapacity, Self.frameCapacity + count * Self.elementCapacity))
        json.beginObject()
        json.member("list", snapshot.id.text)
        json.member("version", snapshot.version)
        return json
    }

    private func finish(
        _ json: consuming JSONWriter, _ path: String, _ parameters: Parameters, offset: Int, limit: Int, count: Int,
        shown: Int, variant: UInt32?
    ) -> Representation {
        json.endObject()
        let links = PageLinks(
            path: path, parameters: parameters, version: snapshot.version, offset: offset, limit: limit, count: count,
            shown: shown)
        return Representation(
            body: json.finish(), tag: .version, version: snapshot.version, created: snapshot.head.createdAt, variant: variant,
            links: links.value)
    }

    /// `GET …/sections`, each with its first `embedded` items where some are asked for.
    func sections(_ parameters: Parameters, _ page: PageRequest, embedded: Int) throws -> Representation {
        let range = page.range(in: snapshot.sectionCount)
        var json = begin(range.count)
        json.member("sectionCount", snapshot.sectionCount)
        json.member("itemCount", snapshot.itemCount)
        json.member("offset", page.offset)
        json.key("sections")
        json.beginArray()
        var shown = 0
        var run = ItemRun(of: snapshot, cells: cells)
        var itemOffset = range.isEmpty ? 0 : try snapshot.itemOffset(ofSection: range.lowerBound)
        for section in try snapshot.sections(in: range) where json.count <= ItemRun.fullPage {
            json.beginObject()
            SectionRepresentation.writeMembers(section, of: nil, itemOffset: itemOffset, to: &json)
            itemOffset += section.itemCount
            if embedded > 0 {
                json.key("items")
                _ = try run.write(try snapshot.items(of: section, rows: 0..<embedded), of: snapshot, closesEarly: false, to: &json)
            }
            json.endObject()
            shown += 1
        }
        json.endArray()
        let path = ResourcePath.sections(snapshot.id)
        return finish(
            json, path, parameters, offset: page.offset, limit: page.limit, count: snapshot.sectionCount, shown: shown,
            variant: embedded > 0 ? cells.variant : nil)
    }

    /// `GET …/sections/{section}/items`.
    func items(of reference: SectionReference, _ parameters: Parameters, _ window: PageWindow) throws -> Representation {
        let section = try snapshot.section(reference)
        let rows = try snapshot.rows(of: section, in: window)
        var json = begin(rows.count)
        json.key("section")
        SectionRepresentation.write(section, of: nil, itemOffset: try snapshot.itemOffset(ofSection: section.index), to: &json)
        json.member("offset", rows.lowerBound)
        json.key("items")
        let items = try snapshot.items(of: section, rows: rows)
        var run = ItemRun(of: snapshot, cells: cells)
        let shown = try run.write(items, of: snapshot, to: &json)
        let path = ResourcePath.items(snapshot.id, of: reference)
        return finish(
            json, path, parameters, offset: rows.lowerBound, limit: window.limit, count: section.itemCount, shown: shown,
            variant: cells.variant)
    }

    /// `GET …/items`: a flat window across sections.
    func items(_ parameters: Parameters, _ window: PageWindow) throws -> Representation {
        let positions = try snapshot.positions(in: window)
        var json = begin(positions.count)
        json.member("itemCount", snapshot.itemCount)
        json.member("offset", positions.lowerBound)
        json.key("items")
        var run = ItemRun(of: snapshot, cells: cells)
        let shown = try run.write(try snapshot.items(in: positions), of: snapshot, to: &json)
        let path = ResourcePath.items(snapshot.id)
        return finish(
            json, path, parameters, offset: positions.lowerBound, limit: window.limit, count: snapshot.itemCount, shown: shown,
            variant: cells.variant)
    }
}
