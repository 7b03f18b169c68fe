import HTTPServing
import HTTPTypes
import Lists
import Wire

/// The routes that write one section, or insert one.
extension Writer {
    /// `PATCH …/sections/{section}`: a merge patch over what the section shows beside its items.
    func patchSection(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let target = try SectionTarget(path, try Parameters(request, allowing: ["at"]))
        let preconditions = try Preconditions(request)
        let patch = try SectionPatch(request.body, limits: settings.limits)
        return try apply(.success(.updateSection(target.section, patch)), to: target, request, preconditions)
    }

    /// `POST …/sections/{section}/move`.
    func moveSection(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let target = try SectionTarget(path, try Parameters(request, allowing: ["at"]))
        let preconditions = try Preconditions(request)
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try EditBodyReader.sectionMove(request.body, limits: settings.limits)
        }
        return try apply(body.map { .moveSection(target.section, to: $0) }, to: target, request, preconditions)
    }

    /// `DELETE …/sections/{section}`, with its items.
    func deleteSection(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let target = try SectionTarget(path, try Parameters(request, allowing: ["at"]))
        return try apply(.success(.deleteSection(target.section)), to: target, request, try Preconditions(request))
    }

    private func apply(
        _ operation: Result<ListOperation, RequestProblem>, to target: SectionTarget, _ request: Request, _ preconditions: Preconditions
    ) throws -> PendingResponse {
        try apply(operation, to: .section(target.section), of: target.list, at: target.version, request, preconditions) { head, cells in
            var names = try self.names(head, target.version)
            return try ResourceSerializer(snapshot: head, cells: cells).shownSection(try names.section(target.section))
        }
    }

    /// `POST …/sections`: inserts a section with its items.
    func insertSection(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let list = try path.list()
        let parameters = try Parameters(request, allowing: ["at"])
        let version = try parameters.version()
        let page = try PageRequest(parameters, settings)
        let preconditions = try Preconditions(request)
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try EditBodyReader.sectionInsertion(request.body, limits: settings.limits)
        }
        return try apply(body.map { .insertSection($0) }, to: nil, of: list, at: version, request, preconditions) { head, cells in
            try PageSerializer(snapshot: head, cells: cells).sections(parameters, page, embedded: 0)
        }
    }
}
