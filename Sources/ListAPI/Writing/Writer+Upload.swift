import HTTPServing
import HTTPTypes
import Lists
import Wire

extension Writer {
    /// Whether a body is one that is read line by line while it comes.
    static func takesPieces(of request: Request) -> Bool {
        BodyType.isOf(MediaType.ndjson, request)
    }

    /// `PUT /lists/{list}` with content as NDJSON, of any length: read on the connection's thread while it comes.
    func putLines(_ request: Request, _ list: ListID, _ preconditions: Preconditions) throws -> Answer {
        let upload = try store.makeUpload()
        let receiver = UploadReceiver(into: upload, limits: settings.limits) { error in
            failures.response(to: error, request)
        } replace: { content in
            replace(request, list, with: content, preconditions)
        }
        return .receiving(receiver)
    }
}
