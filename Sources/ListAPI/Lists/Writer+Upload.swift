import CellTypes
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

extension Writer {
    /// Whether a body is one that is read line by line while it comes.
    static func takesPieces(of request: Request) -> Bool {
        BodyType.isOf(MediaType.ndjson, request)
    }

    /// `PUT /lists/{list}` with content as NDJSON, of any length: read on the connection's thread while it comes.
    func putLines(_ request: Request, _ list: ListID, _ preconditions: Preconditions) throws -> PendingResponse {
        let permit = try senders.begin(request)
        // A line, and the scratch file's cache.
        let count = min(settings.limits.value, 1 << 40) + 192 << 10
        guard let charge = settings.share(of: request).charge(count) else { throw RequestProblem.outOfMemory }
        let keyed = try ArrivingWrite(request, in: keys)
        let upload = try UploadFailure.naming { try store.makeUpload() }
        let checks = LineChecks(settings.typeRules, by: store.cellTypes)
        let lines = CollectedLines(in: upload, limits: settings.limits, checks: checks, keyed: keyed)
        let receiver = UploadReceiver(lines, permit: permit, charge: charge) { error in
            self.failures.response(to: error, request)
        } replace: { content, rules, keyed in
            self.replace(request, list, with: content, rules, preconditions, keyed: keyed)
        }
        return .receiving(receiver)
    }
}
