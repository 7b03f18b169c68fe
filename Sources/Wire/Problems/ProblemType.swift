/// Every kind of problem that the server answers with; the last part of a problem's `type`.
public enum ProblemType: String, Sendable, Hashable, CaseIterable {
    case malformedRequest = "malformed-request"
    case malformedJSON = "malformed-json"
    case badParameter = "bad-parameter"
    case unauthorized
    case forbidden
    case misdirectedRequest = "misdirected-request"
    case notFound = "not-found"
    case listNotFound = "list-not-found"
    case sectionNotFound = "section-not-found"
    case itemNotFound = "item-not-found"
    case versionNotFound = "version-not-found"
    case typeNotFound = "type-not-found"
    case webhookNotFound = "webhook-not-found"
    case methodNotAllowed = "method-not-allowed"
    case notAcceptable = "not-acceptable"
    case unsupportedMediaType = "unsupported-media-type"
    case itemGone = "item-gone"
    case sectionGone = "section-gone"
    case idTaken = "id-taken"
    case patchConflict = "patch-conflict"
    case typeViolated = "type-violated"
    case requestInProgress = "request-in-progress"
    case viewNotWritable = "view-not-writable"
    case notAView = "not-a-view"
    case notSearchable = "not-searchable"
    case versionGone = "version-gone"
    case preconditionFailed = "precondition-failed"
    case preconditionRequired = "precondition-required"
    case tooLarge = "too-large"
    case uriTooLong = "uri-too-long"
    case headersTooLarge = "headers-too-large"
    case unknownKey = "unknown-key"
    case invalidValue = "invalid-value"
    case referenceNotFound = "reference-not-found"
    case indexOutOfRange = "index-out-of-range"
    case limitExceeded = "limit-exceeded"
    case valueDoesNotMatchType = "value-does-not-match-type"
    case unregisteredType = "unregistered-type"
    case unsupportedSchema = "unsupported-schema"
    case urlNotAllowed = "url-not-allowed"
    case idempotencyKeyReused = "idempotency-key-reused"
    case tooManyRequests = "too-many-requests"
    case internalError = "internal-error"
    case notImplemented = "not-implemented"
    case unavailable

    /// The HTTP status of an answer with this problem.
    public var status: Int {
        switch self {
        case .malformedRequest, .malformedJSON, .badParameter: 400
        case .unauthorized: 401
        case .forbidden: 403
        case .notFound, .listNotFound, .sectionNotFound, .itemNotFound, .versionNotFound, .typeNotFound, .webhookNotFound: 404
        case .methodNotAllowed: 405
        case .notAcceptable: 406
        case .itemGone, .sectionGone, .idTaken, .patchConflict, .typeViolated, .requestInProgress, .viewNotWritable, .notAView,
            .notSearchable:
            409
        case .versionGone: 410
        case .preconditionFailed: 412
        case .tooLarge: 413
        case .uriTooLong: 414
        case .unsupportedMediaType: 415
        case .misdirectedRequest: 421
        case .unknownKey, .invalidValue, .referenceNotFound, .indexOutOfRange, .limitExceeded, .valueDoesNotMatchType, .unregisteredType,
            .unsupportedSchema, .urlNotAllowed, .idempotencyKeyReused:
            422
        case .preconditionRequired: 428
        case .tooManyRequests: 429
        case .headersTooLarge: 431
        case .internalError: 500
        case .notImplemented: 501
        case .unavailable: 503
        }
    }

    /// Whether the problem is one of syntax or size, which is checked before anything is looked up.
    public var isOfSyntax: Bool {
        switch status {
        case 400, 413, 414, 415, 431: true
        default: false
        }
    }
}
