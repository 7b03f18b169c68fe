import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

extension Writer {
    /// `POST /lists/{list}/batch`: several operations, all or none of them, as one version.
    func applyBatch(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let list = try path.list()
            _ = try Parameters(request, allowing: [])
            try BodyType.check(request, among: [MediaType.json])
            let preconditions = try Preconditions(request)
            let body = try BodyMeaning.deferring { () throws(RequestProblem) in
                try EditBodyReader.batch(request.body, limits: settings.limits)
            }
            let ahead = (try? body.get()).map { BatchAhead($0, of: list, in: store, limits: settings.limits) } ?? BatchAhead()
            return write(request, list, appliesPreference: false) { transaction in
                let names = try WriteNames((try? body.get())?.version, of: list, in: transaction)
                try preconditions.check(list: names.head, required: false)
                let batch = try body.get()
                let identity = try names.head.head.properties.identityPointer()
                let found = try BatchNames(batch.operations, in: names.named, identity: identity)
                var run = BatchRun(try transaction.edit(), found, ahead, limits: settings.limits)
                try run.apply(batch.operations)
                let results = try run.results()
                return (snapshot: try transaction.commit(run.edit), results: results)
            } show: { outcome in
                var results = BatchResults(of: outcome.snapshot, naming: settings.naming)
                let shown = results.representation(of: outcome.results)
                return Response(status: .ok, headers: Self.headers(shown), body: .bytes(shown.body))
            } current: { snapshot in
                Things(snapshot: snapshot, settings: settings).list()
            }
        }
    }
}
