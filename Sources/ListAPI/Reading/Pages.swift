import JSON
import Lists
import Wire

/// The pages of a list as representations.
struct Pages {
    let snapshot: ListSnapshot
    let settings: ListAPISettings

    /// Bytes for a page's frame, and for a thing on it of usual size.
    private static let (frameRoom, thingRoom) = (1_024, 256)
    /// Bytes that are set aside at most before anything is read.
    private static let largestRoom = 1 << 20

    /// - Parameter count: How many things the page is going to show.
    private func begin(_ count: Int) -> [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(min(Self.largestRoom, Self.frameRoom + count * Self.thingRoom))
        JSONText.append(literal: "{\"list\":", to: &body)
        JSONText.append(snapshot.id.text, to: &body)
        JSONText.append(literal: ",\"version\":", to: &body)
        JSONText.append(snapshot.version, to: &body)
        return body
    }

    private func finish(
        _ body: consuming [UInt8], _ path: String, _ parameters: Parameters, offset: Int, limit: Int, count: Int,
        shown: Int
    ) -> Representation {
        body.append(UInt8(ascii: "}"))
        let links = PageLinks(
            path: path, parameters: parameters, version: snapshot.version, offset: offset, limit: limit, count: count,
            shown: shown)
        return Representation(body: body, tag: .version, version: snapshot.version, links: links.value)
    }

    /// `GET …/sections`, each with its first `embedded` items where some are asked for.
    func sections(_ parameters: Parameters, _ page: PageRequest, embedded: Int) throws -> Representation {
        let range = page.range(in: snapshot.sectionCount)
        var body = begin(range.count)
        JSONText.append(literal: ",\"sectionCount\":", to: &body)
        JSONText.append(snapshot.sectionCount, to: &body)
        JSONText.append(literal: ",\"itemCount\":", to: &body)
        JSONText.append(snapshot.itemCount, to: &body)
        JSONText.append(literal: ",\"offset\":", to: &body)
        JSONText.append(page.offset, to: &body)
        JSONText.append(literal: ",\"sections\":[", to: &body)
        var shown = 0
        var run = ItemRun(of: snapshot, naming: settings.naming)
        var itemOffset = range.isEmpty ? 0 : try snapshot.itemOffset(ofSection: range.lowerBound)
        for section in try snapshot.sections(in: range) where body.count <= ItemRun.fullPage {
            if shown > 0 { body.append(UInt8(ascii: ",")) }
            SectionShape.open(section, of: nil, itemOffset: itemOffset, to: &body)
            itemOffset += section.itemCount
            if embedded > 0 {
                JSONText.append(literal: ",\"items\":", to: &body)
                _ = try run.append(try snapshot.items(of: section, rows: 0..<embedded), of: snapshot, closesEarly: false, to: &body)
            }
            body.append(UInt8(ascii: "}"))
            shown += 1
        }
        body.append(UInt8(ascii: "]"))
        let path = ResourcePath.sections(snapshot.id)
        return finish(
            body, path, parameters, offset: page.offset, limit: page.limit, count: snapshot.sectionCount, shown: shown)
    }

    /// `GET …/sections/{section}/items`.
    func items(of reference: SectionReference, _ parameters: Parameters, _ window: PageWindow) throws -> Representation {
        let section = try snapshot.section(reference)
        let rows = try snapshot.rows(of: section, in: window)
        var body = begin(rows.count)
        JSONText.append(literal: ",\"section\":", to: &body)
        SectionShape.open(section, of: nil, itemOffset: try snapshot.itemOffset(ofSection: section.index), to: &body)
        JSONText.append(literal: "},\"offset\":", to: &body)
        JSONText.append(rows.lowerBound, to: &body)
        JSONText.append(literal: ",\"items\":", to: &body)
        let items = try snapshot.items(of: section, rows: rows)
        var run = ItemRun(of: snapshot, naming: settings.naming)
        let shown = try run.append(items, of: snapshot, to: &body)
        let path = ResourcePath.items(snapshot.id, of: reference)
        return finish(
            body, path, parameters, offset: rows.lowerBound, limit: window.limit, count: section.itemCount, shown: shown)
    }

    /// `GET …/items`: a flat window across sections.
    func items(_ parameters: Parameters, _ window: PageWindow) throws -> Representation {
        let positions = try snapshot.positions(in: window)
        var body = begin(positions.count)
        JSONText.append(literal: ",\"itemCount\":", to: &body)
        JSONText.append(snapshot.itemCount, to: &body)
        JSONText.append(literal: ",\"offset\":", to: &body)
        JSONText.append(positions.lowerBound, to: &body)
        JSONText.append(literal: ",\"items\":", to: &body)
        var run = ItemRun(of: snapshot, naming: settings.naming)
        let shown = try run.append(try snapshot.items(in: positions), of: snapshot, to: &body)
        let path = ResourcePath.items(snapshot.id)
        return finish(
            body, path, parameters, offset: positions.lowerBound, limit: window.limit, count: snapshot.itemCount, shown: shown)
    }
}
