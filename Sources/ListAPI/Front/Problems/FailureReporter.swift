import HTTPServing
import HTTPTypes
import Lists
import Logging
import Ports
import Wire

/// Turns what was thrown into a problem: the one table from domain errors to slugs.
struct FailureReporter: Sendable {
    let logger: Logger
    /// Says which versions of a list there are.
    let status: @Sendable (ListID) throws -> ListStatus

    /// The response to a request that no handler answers.
    func response(to failure: RouteFailure, _ request: Request) -> Response {
        // A HEAD is answered as its GET is, to the byte.
        let method = (request.method == .head ? .get : request.method).rawValue
        switch failure {
        case .notFound:
            return response(to: RequestProblem(.notFound, "There is no route \(method) \(Refusals.path(of: request))."), request)
        case .methodUnknown: return response(to: RequestProblem(.notImplemented, "No route takes the method \(method)."), request)
        case .methodNotAllowed(let allow):
            let methods = allow.map(\.rawValue).joined(separator: ", ")
            return response(to: RequestProblem(.methodNotAllowed, "\(method) does nothing here; \(methods) do."), request)
        case .badPath(let error): return response(to: RequestProblem(.malformedRequest, "\(error)"), request)
        case .thrown(let error): return response(to: error, request)
        }
    }

    /// The response for an error; what is not foreseen is a bare 500, and is logged under the request's id.
    func response(to error: any Error, _ request: Request) -> Response {
        if let refusal = error as? BodyTypeRefusal { return refusal.response(to: request) }
        return Refusals.response(to: problem(for: error, request), request, members: members(for: error))
    }

    /// The versions that can be read, where one is gone; null for a list that is gone too.
    private func members(for error: any Error) -> [ProblemDocument.Member] {
        guard let error = error as? ListError, error.code == .versionGone, let list = error.list else { return [] }
        var (oldest, head): (String, String) = ("null", "null")
        if case .living(_, let first, let newest, _) = try? status(list) { (oldest, head) = (String(first), String(newest)) }
        return [ProblemDocument.Member("oldest", json: Array(oldest.utf8)), ProblemDocument.Member("head", json: Array(head.utf8))]
    }

    func problem(for error: any Error, _ request: Request) -> RequestProblem {
        switch error {
        case let problem as RequestProblem: return problem
        case let refusal as BodyTypeRefusal: return refusal.problem
        case let error as ListError: return Self.problem(for: Self.naming(error, as: request))
        case let error as ItemRuleError: return RequestProblem(error, in: .document)
        case let failure as UploadFailure where failure.underlying is ListError: return problem(for: failure.underlying, request)
        case let failure as UploadFailure:
            log(failure.underlying, request)
            return RequestProblem(.unavailable, "The server can't keep the upload now; nothing has changed.")
        default:
            log(error, request)
            return RequestProblem(.internalError, "The server failed; its log has more under the request id \(request.id).")
        }
    }

    private func log(_ error: any Error, _ request: Request) {
        logger.error(
            "a request failed",
            metadata: [
                "request_id": "\(request.id)", "method": "\(request.method.rawValue)", "path": "\(Substring(request.target.rawPath))",
                "error": "\(error)",
            ])
    }

    /// The error of a version that no number of the store holds, by the digits that were sent.
    private static func naming(_ error: ListError, as request: Request) -> ListError {
        guard error.code == .versionNotFound, let text = (try? Query(request.target.rawQuery))?["at"],
            case .tooLarge? = WholeNumber(text[...].utf8)
        else { return error }
        return ListError(.versionNotFound, error.message.replacing(" version \(Int.max);", with: " version \(text);"), at: error.subject)
    }

    /// - Parameter shape: How the document is written that the error may be about.
    static func problem(for error: ListError, in shape: ListDraft.Shape = .document) -> RequestProblem {
        let slug = slug(for: error.code)
        switch error.subject {
        case nil: return RequestProblem(slug, error.message)
        case .line(let line): return RequestProblem(slug, error.message, at: .line(line))
        case .part(let part): return RequestProblem(slug, error.message, at: .pointer(part.pointer))
        case let subject?: return RequestProblem(slug, error.message, at: .pointer(DocumentPointer(subject, in: shape).text()))
        }
    }

    /// - Parameter pointer: The JSON pointer in the request's body that the error is about; `nil` if it is about another part.
    static func problem(for error: ListError, at pointer: String?) -> RequestProblem {
        guard let pointer else { return RequestProblem(slug(for: error.code), error.message) }
        return RequestProblem(slug(for: error.code), error.message, at: .pointer(pointer))
    }

    private static func slug(for code: ListError.Code) -> ProblemType {
        switch code {
        case .listNotFound: .listNotFound
        case .sectionNotFound: .sectionNotFound
        case .itemNotFound: .itemNotFound
        case .versionNotFound: .versionNotFound
        case .versionGone, .interactionGone: .versionGone
        case .itemGone: .itemGone
        case .sectionGone: .sectionGone
        case .referenceNotFound: .referenceNotFound
        case .indexOutOfRange: .indexOutOfRange
        case .idTaken: .idTaken
        case .idRepeated, .identityMissing: .invalidValue
        case .limitExceeded: .limitExceeded
        case .tooLarge: .tooLarge
        case .overloaded, .unavailable: .unavailable
        case .viewNotWritable: .viewNotWritable
        case .notAView: .notAView
        }
    }
}
