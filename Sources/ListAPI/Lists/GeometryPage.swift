import CellTypes
import Foundations
import JSON
import Lists
import Wire

/// A page of a version's geometry: sections with the cells and heights of their items, from the leaves of the tree alone.
///
/// It never has more than two full pages in memory: a section that would fill one by itself begins the next page, and is streamed there.
struct GeometryPage {
    /// Sections whose ids and headers are read at once.
    private static let step = 64

    enum Content {
        /// To be sent as it is.
        case whole(Representation)
        /// A section that is too long to be held: the page is that section alone. The representation has what stands before it.
        case streamed(Representation, GeometryChunks)
    }

    let snapshot: ListSnapshot
    let cells: CellPresentation

    func content(_ parameters: Parameters, _ page: PageRequest) throws -> Content {
        let range = page.range(in: snapshot.sectionCount)
        var json = begin(page)
        let frame = json.bytes
        var geometry = GeometryRepresentation(of: snapshot.head, cells: cells)
        var shown = 0
        while shown < range.count, json.count <= ItemRun.fullPage {
            let first = range.lowerBound + shown
            for section in try snapshot.sections(in: first..<min(range.upperBound, first + Self.step))
            where json.count <= ItemRun.fullPage {
                var part = SectionGeometry(of: section, in: snapshot)
                var text = JSONWriter()
                try part.write(&geometry, to: &text, upTo: ItemRun.fullPage)
                guard part.hasEnded else {
                    if shown > 0 { return .whole(end(json, parameters, page, shown: shown)) }
                    return .streamed(
                        representation(ByteBuffer(frame), parameters, page, shown: 1),
                        GeometryChunks(of: section, in: snapshot, cells: cells))
                }
                json.value(verbatim: text.bytes)
                shown += 1
            }
        }
        return .whole(end(json, parameters, page, shown: shown))
    }

    private func begin(_ page: PageRequest) -> JSONWriter {
        var json = JSONWriter()
        json.beginObject()
        json.member("list", snapshot.id.text)
        json.member("version", snapshot.version)
        json.member("sectionCount", snapshot.sectionCount)
        json.member("offset", page.offset)
        json.key("sections")
        json.beginArray()
        return json
    }

    private func end(_ json: consuming JSONWriter, _ parameters: Parameters, _ page: PageRequest, shown: Int) -> Representation {
        json.endArray()
        json.endObject()
        return representation(json.finish(), parameters, page, shown: shown)
    }

    private func representation(_ body: ByteBuffer, _ parameters: Parameters, _ page: PageRequest, shown: Int) -> Representation {
        let links = PageLinks(
            path: ResourcePath.geometry(snapshot.id), parameters: parameters, version: snapshot.version, offset: page.offset,
            limit: page.limit, count: snapshot.sectionCount, shown: shown)
        return Representation(
            body: body, tag: .version, version: snapshot.version, created: snapshot.head.createdAt, variant: cells.variant,
            links: links.value)
    }
}

/// A section's geometry and the end of its page, a chunk at a time.
struct GeometryChunks: ChunkSource {
    private static let chunk = 64 << 10

    private var section: SectionGeometry
    private var geometry: GeometryRepresentation

    init(of section: Section, in snapshot: ListSnapshot, cells: CellPresentation) {
        self.section = SectionGeometry(of: section, in: snapshot)
        geometry = GeometryRepresentation(of: snapshot.head, cells: cells)
    }

    mutating func append(to output: inout [UInt8]) throws {
        guard !section.hasEnded else { return }
        var json = JSONWriter(appendingTo: output)
        // Held once, so that what is appended to is not copied.
        output = []
        defer { output = json.bytes }
        try section.write(&geometry, to: &json, upTo: Self.chunk)
        if section.hasEnded { json.raw("]}") }
    }
}
