import CellTypes
import HTTPServing
import HTTPTypes
import JSON
import Ports
import Wire

/// A write about one registered cell type.
struct CellTypeWrite: StoreWrite {
    let writer: CellTypeWriter
    /// The type that stands under `current` where a precondition was false.
    let name: String
    /// Begins the write.
    let start: @Sendable (DeferredWrite) -> Void

    func begin(_ response: DeferredWrite) { start(response) }

    func preconditionFailed(_ request: Request) throws -> Response {
        let problem = RequestProblem(.preconditionFailed, "What is there now is not what the request asks for; see “current”.")
        let type = writer.store.cellTypes[name]?.type
        let current = type.map { CellTypeRepresentation.bytes($0) } ?? Array("null".utf8)
        return Refusals.response(
            to: problem, request, members: [ProblemDocument.Member("current", json: current)],
            headers: type.map { [Response.Header(.eTag, CellTypeReader.tag(of: $0))] } ?? [])
    }
}
