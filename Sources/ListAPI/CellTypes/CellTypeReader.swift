import CellTypes
import HTTPServing
import HTTPTypes
import JSON
import Ports
import Wire

/// Answers the reads of registered cell types.
struct CellTypeReader: Sendable {
    let store: any CellTypeStore
    let settings: ListAPISettings

    /// `GET /cell-types`: all of them, by name.
    func all(_ request: Request) throws -> Response {
        var json = JSONWriter()
        json.beginObject()
        json.key("cellTypes")
        json.beginArray()
        let response = try response(to: request)
        for entry in store.cellTypes.all { CellTypeRepresentation.write(entry.type, to: &json) }
        json.endArray()
        json.endObject()
        return response.response(json.bytes, tag: ContentTag("y", of: json.bytes), headers: [settings.vary("Accept-Encoding")])
    }

    /// `GET /cell-types/{type}`.
    func one(_ request: Request, _ path: PathParameters) throws -> Response {
        let name = try path.cellType()
        let response = try response(to: request)
        guard let entry = store.cellTypes[name] else { throw Self.notFound(name) }
        let body = CellTypeRepresentation.bytes(entry.type)
        return response.response(body, tag: ContentTag(Self.tagKind, of: body), headers: [settings.vary("Accept-Encoding")])
    }

    private func response(to request: Request) throws -> DigestResponse {
        let preconditions = try Preconditions(request)
        _ = try Parameters(request, allowing: [])
        try request.requireJSON()
        return DigestResponse(request: request, settings: settings, preconditions: preconditions)
    }

    /// The first letter of a type's entity tag.
    private static let tagKind = "t"

    /// The entity tag of a type, without an encoding.
    static func tag(of type: CellType) -> String { ContentTag(tagKind, of: CellTypeRepresentation.bytes(type)).plain }

    static func notFound(_ name: String) -> RequestProblem {
        RequestProblem(.typeNotFound, "There is no cell type “\(name)”.")
    }
}

extension PathParameters {
    /// The name of the cell type in the path.
    func cellType() throws(RequestProblem) -> String { try PathParser.typeName(self["type"] ?? "") }
}
