extension ProblemType {
    /// The meaning of the problem and its remedy, in one or two sentences.
    public var explanation: String {
        switch self {
        case .malformedRequest:
            "The request line, a header or a part of the path can't be read. An item is named by an index path such as 2-17 or by @ and its id, a section by an index or by @ and its id."
        case .malformedJSON:
            "The body is not JSON as RFC 8259 has it, in UTF-8, without a byte order mark, a lone surrogate, a key that stands twice or a value nested deeper than 512. The detail names line and column."
        case .badParameter:
            "A query parameter is malformed, out of range, unknown, missing or given twice, or two were given that exclude each other. The errors name it."
        case .unauthorized:
            "The server asks for a bearer token, and none came that is valid and has not expired. Send Authorization: Bearer with a token from the server's settings."
        case .forbidden:
            "The token is valid, but its scope does not allow this: use a token with a wider scope. Or a browser sent a write for a page of another origin, which has to be among cors.origins, or loaded something into a page of another site."
        case .misdirectedRequest:
            "The Host of the request is not one of server.hosts. Without that setting a server that listens on loopback alone and has no tokens answers to localhost and loopback addresses only."
        case .notFound: "No route has this path. A path is split at its slashes, and a slash at its end makes another path."
        case .listNotFound: "No list has this id, or the token does not reach it. PUT to the same URL makes it."
        case .sectionNotFound: "In the version that was read the list has no section with this index or id."
        case .itemNotFound: "In the version that was read the list has no item at this index path or with this id."
        case .versionNotFound: "The list has not reached this version. GET the list to see the version that it is at."
        case .typeNotFound: "No cell type is registered under this name."
        case .webhookNotFound: "No webhook has this id."
        case .methodNotAllowed: "There is something at this path, but this method does nothing to it. The Allow header lists those that do."
        case .notAcceptable: "None of the media types that the Accept header takes can be made here."
        case .unsupportedMediaType:
            "The body's Content-Type, charset or encoding is not one that this route reads. With curl, add -H 'Content-Type: application/json'."
        case .itemGone: "The item that stood there in the version named by at was deleted later, so it can't be changed any more."
        case .sectionGone: "The section that stood there in the version named by at was deleted later, so it can't be changed any more."
        case .idTaken: "Something with this id is in the list already. Choose another id, or change what is there."
        case .patchConflict:
            "A test of the JSON patch failed, or a path in it leads nowhere in the value as it is now. Nothing was changed."
        case .typeViolated:
            "Items that are stored with this type do not match the schema. The count says how many, the errors name the first; validate=new accepts the schema for writes from now on."
        case .requestInProgress: "A request with the same idempotency key has not been answered yet. Wait a little and send it again."
        case .viewNotWritable:
            "The list is a view: its sections and items are made of another list's, which the detail names. Write to that list. Values of the view's items can be put, patched and deleted through the view."
        case .notSearchable:
            "The list, or the version of it that was asked for, says not by what it is searched. Set its search, an array of JSON pointers into its values; a view is searched by that of its source."
        case .notAView: "The list has content of its own, so it can't be defined as a view. Delete it first, or choose another id."
        case .versionGone:
            "The version is older than the history that the server keeps, or belongs to a list that was deleted. Read the list as it is now."
        case .preconditionFailed:
            "What is there is not what If-Match or If-None-Match asked for. The answer shows under current what a GET gives now."
        case .preconditionRequired:
            "The server wants every change to say what it changes. GET the target and send its ETag back as If-Match."
        case .tooLarge: "The body, a line or a value is longer than the server's limit. The detail names the limit."
        case .uriTooLong: "The request's target is longer than the server's limit."
        case .headersTooLarge: "The request's headers are together longer than the server's limit."
        case .unknownKey: "The body has a key that is not part of this document, or one that can only be read. The errors point to it."
        case .invalidValue: "Something in the body has the wrong kind or form, is missing, or stands twice. The errors point to it."
        case .referenceNotFound: "The body names an item or a section that is not there. The errors point to the name."
        case .indexOutOfRange: "The body names a place that the list does not have. The errors point to it."
        case .limitExceeded:
            "A title, header, footer or metadata is too long or nested too deep, there are too many sections, items or operations, or a patch nests a value too deep. The errors point to it."
        case .valueDoesNotMatchType: "The schema registered for the item's type does not accept the value. The errors name each violation."
        case .unregisteredType: "This server takes only registered cell types, and the item's type is not one of them."
        case .unsupportedSchema:
            "The schema has a keyword that this server can't check, and a schema is never checked by half. Leave the keyword out."
        case .urlNotAllowed:
            "A webhook's URL must be http or https, without credentials, and lead to an address that is reachable from the whole Internet."
        case .idempotencyKeyReused:
            "The idempotency key was used for a request with another method, target, content type, precondition or body. Use a new key for a new request."
        case .tooManyRequests: "Too many requests came at once. Wait as long as Retry-After says and send it again."
        case .internalError: "The server failed in a way that it did not foresee. Its log has the details under the request id."
        case .notImplemented: "Nothing on this server takes this method. The names of methods are case-sensitive: GET, not get."
        case .unavailable: "The server is shutting down or has too much to do. Wait as long as Retry-After says and send it again."
        }
    }
}
