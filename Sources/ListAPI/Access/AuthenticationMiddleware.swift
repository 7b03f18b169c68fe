import HTTPServing
import HTTPTypes
import Lists
import Wire

/// What every ``AuthenticationMiddleware`` of an application works with.
struct AuthenticationParts: Sendable {
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64
    let routeRule: RouteRule
    let cache: ResponseCache
    let router: Router
    /// Those of the router, by number.
    let routes: [ScopedRoute]
    let grants: OpenGrants
    let log: RefusalLog
    let addresses: ClientAddresses
}

/// Stands before the router and the response cache: the one place that lets a request in, under one set of access rules. It never changes.
///
/// The rules are asked one after the other by ``decision(about:)``, which needs nothing of a request but its headers; the first that refuses
/// answers. A stranger learns of no route but the open ones. A request that is let in carries what its token grants.
final class AuthenticationMiddleware: Responder {
    /// What the rules say of a request.
    enum Decision {
        case refused(Response)
        /// With the token that it came with, where tokens are asked for.
        case admitted(AccessToken?)
    }

    let rules: AccessRules
    let limiter: RateLimiter?
    private let parts: AuthenticationParts
    /// The paths whose GET is open to everybody.
    private let openPatterns: Set<String>
    /// `nil` where no origin may send anything.
    private let crossOrigin: CrossOrigin?
    private let crossSite: CrossSiteRule
    /// `nil` where everything is open to everybody.
    private let tokens: BearerTokens?

    init(_ rules: AccessRules, _ parts: AuthenticationParts, limiter: RateLimiter?) {
        self.rules = rules
        self.parts = parts
        openPatterns = Set(parts.routes.filter { $0.requires == .nothing && $0.route.method == .get }.map(\.route.pattern))
        self.limiter = limiter
        crossOrigin = rules.origins.isEmpty ? nil : CrossOrigin(origins: rules.origins, router: parts.router)
        crossSite = CrossSiteRule(origins: rules.origins)
        tokens = rules.tokens.isEmpty ? nil : BearerTokens(tokens: rules.tokens)
    }

    func respond(to request: inout Request) -> PendingResponse {
        if let response = crossOrigin?.preflight(&request) { return .response(response) }
        switch decision(about: &request) {
        case .refused(let response):
            return .response(response)
        case .admitted(let token):
            // Where nobody is asked for anything the cache was looked at before.
            if !rules.areOpen, let response = parts.cache.response(to: &request) { return .response(response) }
            let answer = parts.router.respond(to: &request)
            return token.map { parts.grants.bound(answer, to: $0, request) } ?? answer
        }
    }

    func admit(_ request: inout Request) -> Admission {
        switch decision(about: &request) {
        case .refused(let response): .refused(response)
        case .admitted: parts.router.admit(&request)
        }
    }

    func finalize(_ response: Response, to request: Request) -> Response {
        crossOrigin?.exposed(response, to: request) ?? response
    }

    /// What the rules say of a request: origin, token, rate, then scope and reach.
    private func decision(about request: inout Request) -> Decision {
        let match = parts.router.match(&request)
        if let problem = crossSite.refusal(of: request) {
            note(.crossSite, request)
            return .refused(Refusals.response(to: problem, request))
        }
        guard tokens != nil || limiter != nil, !isOpenRoute(match) else { return .admitted(nil) }
        guard let tokens else { return counted(request, .network(network(of: request))).map { .refused($0) } ?? .admitted(nil) }
        switch tokens.find(in: request, now: parts.now()) {
        case .known(let token):
            request.principal = token.grant
            return refusal(of: request, match, token.grant).map { .refused($0) } ?? .admitted(token)
        case .expired(let token):
            note(.expiredToken, request, sender: token.grant.name)
            return .refused(stranger(request, Self.expired(request, token)))
        case .unknown:
            note(.unknownToken, request)
            return .refused(stranger(request, Self.unauthorized(request, "The token is not one that is valid here.", isInvalid: true)))
        case .none:
            let detail = "A token that is valid here is needed: send Authorization: Bearer TOKEN."
            return .refused(stranger(request, Self.unauthorized(request, detail, isInvalid: false)))
        }
    }

    /// The response to a request with a token that has asked too often, or whose token does not reach the route.
    private func refusal(of request: Request, _ match: RouteMatch, _ grant: Grant) -> Response? {
        if let refusal = counted(request, .token(grant.name), sender: grant.name) { return refusal }
        guard case .route(let number, let path) = match.target else { return nil }
        return parts.routeRule.refusal(of: request, parts.routes[number], path, grant)
    }

    /// Whether what stands at a path is open to everybody, whatever the method.
    private func isOpenRoute(_ match: RouteMatch) -> Bool {
        switch match.target {
        case .route(let number, _): parts.routes[number].requires == .nothing
        case .methodNotAllowed: match.pattern.map { openPatterns.contains($0.text) } ?? false
        case .notFound, .badPath: false
        }
    }

    /// Counts a request, once: not again where its headers alone were let in before.
    ///
    /// - Returns: What answers it where its sender has asked too often.
    private func counted(_ request: Request, _ key: RateKey, sender: String? = nil) -> Response? {
        guard !request.isAdmitted, let limiter, let seconds = limiter.wait(for: key) else { return nil }
        note(.tooMany, request, sender: sender)
        let problem = RequestProblem(.tooManyRequests, "Too many requests have come from this sender; wait \(seconds) s.")
        return Refusals.response(to: problem, request, headers: [Response.Header(.retryAfter, String(seconds))])
    }

    /// The answer to a request without a token that is valid. It counts against its address.
    private func stranger(_ request: Request, _ response: Response) -> Response {
        counted(request, .network(network(of: request))) ?? response
    }

    private func network(of request: Request) -> PeerAddress? { parts.addresses.client(request)?.network }

    private func note(_ reason: RefusalLog.Reason, _ request: Request, sender: String? = nil) {
        parts.log.note(reason, request, sender: sender, from: parts.addresses.client(request), now: parts.now())
    }

    /// The response to a request whose token has expired or was taken away.
    static func expired(_ request: Request, _ token: AccessToken) -> Response {
        unauthorized(request, "The token “\(token.grant.name)” has expired.", isInvalid: true)
    }

    /// - Parameter isInvalid: Whether there was a token (RFC 6750, 3.1).
    static func unauthorized(_ request: Request, _ detail: String, isInvalid: Bool) -> Response {
        let challenge = isInvalid ? "Bearer error=\"invalid_token\"" : "Bearer"
        return Refusals.response(
            to: RequestProblem(.unauthorized, detail), request, headers: [Response.Header(.wwwAuthenticate, challenge)])
    }
}
