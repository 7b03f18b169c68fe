import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

extension Writer {
    /// `PATCH …/sections/{section}`: a merge patch over what the section shows beside its items.
    func patchSection(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let target = try SectionTarget(path, try Parameters(request, allowing: ["at"]))
            try BodyType.check(request, among: [MediaType.mergePatch, MediaType.json])
            let preconditions = try Preconditions(request)
            let patch = try SectionPatch(request.body, limits: settings.limits)
            let required = settings.requirePreconditions
            return writeSection(request, target) { transaction, names, section in
                try preconditions.check(list: names.head, required: required)
                let edit = try transaction.edit()
                let changed = try edit.updateSection(at: section.index, content: try patch.applied(to: section.content))
                return (snapshot: try transaction.commit(edit), section: changed)
            }
        }
    }

    /// `POST …/sections/{section}/move`.
    func moveSection(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let target = try SectionTarget(path, try Parameters(request, allowing: ["at"]))
            try BodyType.check(request, among: [MediaType.json])
            let preconditions = try Preconditions(request)
            let body = try BodyMeaning.deferring { () throws(RequestProblem) in
                try EditBodyReader.sectionMove(request.body, limits: settings.limits)
            }
            return writeSection(request, target) { transaction, names, section in
                let place = try names.place(in: body) { $0 }
                try preconditions.check(list: names.head, required: false)
                let edit = try transaction.edit()
                let index = try BodyPlaces(edit: edit).target(try place.get(), of: section)
                let moved = try edit.moveSection(from: section.index, to: index)
                return (snapshot: try transaction.commit(edit), section: moved)
            }
        }
    }

    /// `DELETE …/sections/{section}`, with its items.
    func deleteSection(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let target = try SectionTarget(path, try Parameters(request, allowing: ["at"]))
            let preconditions = try Preconditions(request)
            let required = settings.requirePreconditions
            return write(request, target.list) { transaction in
                let names = try WriteNames(target.version, of: target.list, in: transaction)
                let section = try names.section(target.section)
                try preconditions.check(list: names.head, required: required)
                let edit = try transaction.edit()
                try edit.deleteSection(at: section.index)
                return try transaction.commit(edit).version
            } show: { version in
                Self.deleted(at: version)
            } current: { snapshot in
                try current(target, in: snapshot)
            }
        }
    }

    /// What a write to a section leaves: the list afterwards, and the section as it is then.
    private typealias SectionOutcome = (snapshot: ListSnapshot, section: Section)

    private func writeSection(
        _ request: Request, _ target: SectionTarget,
        _ work: @escaping @Sendable (any ListTransaction, WriteNames, Section) throws -> SectionOutcome
    ) -> Answer {
        write(request, target.list) { transaction in
            let names = try WriteNames(target.version, of: target.list, in: transaction)
            return try work(transaction, names, try names.section(target.section))
        } show: { outcome in
            let shown = Things(snapshot: outcome.snapshot, settings: settings).section(outcome.section)
            return Response(status: .ok, headers: Self.headers(shown), body: .bytes(shown.body))
        } current: { snapshot in
            try current(target, in: snapshot)
        }
    }

    /// The section that a write names, as it is at the head.
    private func current(_ target: SectionTarget, in head: ListSnapshot) throws -> Representation {
        try Things(snapshot: head, settings: settings).shownSection(try WriteNames(head, target.version, in: store).section(target.section))
    }
}
