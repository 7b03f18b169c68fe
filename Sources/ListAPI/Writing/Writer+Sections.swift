import HTTPServing
import HTTPTypes
import Lists
import Wire

extension Writer {
    /// `PATCH …/sections/{section}`: a merge patch over what the section shows beside its items.
    func patchSection(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let (list, reference) = (try path.list(), try path.section())
            _ = try Parameters(request, allowing: [])
            try BodyType.check(request, among: [MediaType.mergePatch, MediaType.json])
            let preconditions = try Preconditions(request)
            let patch = try SectionPatch(request.body, limits: settings.limits)
            let required = settings.requirePreconditions
            return writeSection(request, list, reference) { transaction, current, section in
                try preconditions.check(list: current, required: required)
                let edit = try transaction.edit()
                let changed = try edit.updateSection(at: section.index, content: try patch.applied(to: section.content))
                return (snapshot: try transaction.commit(edit), section: changed)
            }
        }
    }

    /// `POST …/sections/{section}/move`.
    func moveSection(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let (list, reference) = (try path.list(), try path.section())
            _ = try Parameters(request, allowing: [])
            try BodyType.check(request, among: [MediaType.json])
            let preconditions = try Preconditions(request)
            let body = try BodyMeaning.deferring { () throws(RequestProblem) in
                try EditBodyReader.sectionMove(request.body, limits: settings.limits)
            }
            return writeSection(request, list, reference) { transaction, current, section in
                try preconditions.check(list: current, required: false)
                let target = try BodyPlaces(snapshot: current).target(try body.get(), of: section)
                let edit = try transaction.edit()
                let moved = try edit.moveSection(from: section.index, to: target)
                return (snapshot: try transaction.commit(edit), section: moved)
            }
        }
    }

    /// `DELETE …/sections/{section}`, with its items.
    func deleteSection(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let (list, reference) = (try path.list(), try path.section())
            _ = try Parameters(request, allowing: [])
            let preconditions = try Preconditions(request)
            let required = settings.requirePreconditions
            return write(request, list) { transaction in
                let current = try self.current(transaction, list)
                let section = try current.section(reference)
                try preconditions.check(list: current, required: required)
                let edit = try transaction.edit()
                try edit.deleteSection(at: section.index)
                return try transaction.commit(edit).version
            } show: { version in
                Self.deleted(at: version)
            } current: { snapshot in
                try Things(snapshot: snapshot, settings: settings).section(reference)
            }
        }
    }

    /// What a write to a section leaves: the list afterwards, and the section as it is then.
    private typealias SectionOutcome = (snapshot: ListSnapshot, section: Section)

    private func writeSection(
        _ request: Request, _ list: ListID, _ reference: SectionReference,
        _ work: @escaping @Sendable (any ListTransaction, ListSnapshot, Section) throws -> SectionOutcome
    ) -> Answer {
        write(request, list) { transaction in
            let current = try self.current(transaction, list)
            return try work(transaction, current, try current.section(reference))
        } show: { outcome in
            let shown = Things(snapshot: outcome.snapshot, settings: settings).section(outcome.section)
            return Response(status: .ok, headers: Self.headers(shown), body: .bytes(shown.body))
        } current: { snapshot in
            try Things(snapshot: snapshot, settings: settings).section(reference)
        }
    }
}
