import HTTPServing
import HTTPTypes
import Lists
import Wire

/// What every ``Gate`` of an application works with.
struct GateParts: Sendable {
    let settings: ListAPISettings
    let cache: ResponseCache
    let router: Router
    let grants: OpenGrants
    let log: RefusalLog
    let addresses: ClientAddresses
}

/// Stands before the router and the response cache: the one place that lets a request in, under one set of access rules.
///
/// The rules are asked one after the other by ``decision(about:_:)``, which needs nothing of a request but its head; the first that refuses
/// answers. A stranger learns of no route but the open ones. A request that is let in carries what its token grants.
struct Gate: Responder {
    /// What the rules say of a request.
    enum Decision {
        case refused(Response)
        /// With the token that it came with, where tokens are asked for.
        case admitted(AccessToken?)
    }

    private let parts: GateParts
    private let isOpen: Bool
    private let crossSite: CrossSiteRule
    private let route: RouteRule
    private let limiter: RateLimiter?
    /// `nil` where everything is open to everybody.
    private let tokens: BearerTokens?

    init(_ rules: AccessRules, _ parts: GateParts, limiter: RateLimiter?) {
        self.parts = parts
        self.limiter = limiter
        isOpen = rules.areOpen
        crossSite = CrossSiteRule(origins: rules.origins)
        route = RouteRule(settings: parts.settings)
        tokens = rules.tokens.isEmpty ? nil : BearerTokens(tokens: rules.tokens)
    }

    func respond(to request: Request) -> Answer {
        let match = parts.router.match(request.method, request.target.rawPath)
        switch decision(about: request, match) {
        case .refused(let response):
            return .response(response)
        case .admitted(nil):
            // Where nobody is asked for anything the cache was looked at before.
            if !isOpen, let response = parts.cache.response(to: request) { return .response(response) }
            return parts.router.respond(to: request, match)
        case .admitted(let token?):
            var request = request
            request.grant = token.grant
            if case .matched = match, var response = parts.cache.response(to: request) {
                response.sender = token.grant.name
                return .response(response)
            }
            return parts.grants.bound(parts.router.respond(to: request, match), to: token, request)
        }
    }

    /// What the rules say of a request: origin, token, rate, then scope and reach.
    func decision(about request: Request, _ match: RouteMatch) -> Decision {
        if let problem = crossSite.refusal(of: request) {
            note(.crossSite, request)
            return .refused(Refusals.response(to: problem, request))
        }
        guard tokens != nil || limiter != nil, !isOpenRoute(request, match) else { return .admitted(nil) }
        guard let tokens else { return counted(request, .network(network(of: request))).map { .refused($0) } ?? .admitted(nil) }
        switch tokens.find(in: request, now: parts.settings.now()) {
        case .known(let token): return decision(about: request, match, token)
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

    private func decision(about request: Request, _ match: RouteMatch, _ token: AccessToken) -> Decision {
        var refusal = counted(request, .token(token.grant.name), sender: token.grant.name)
        if refusal == nil, case .matched(let route, let path) = match {
            refusal = self.route.refusal(of: request, route, path, token.grant)
        }
        guard var refusal else { return .admitted(token) }
        refusal.sender = token.grant.name
        return .refused(refusal)
    }

    func admit(_ head: Request) -> Admission {
        let match = parts.router.match(head.method, head.target.rawPath)
        switch decision(about: head, match) {
        case .refused(let response):
            return .refused(response)
        case .admitted(let token):
            var head = head
            head.grant = token?.grant
            return parts.router.admit(head, match).map { response in
                var response = response
                response.sender = token?.grant.name
                return response
            }
        }
    }

    /// Whether what stands at a path is open to everybody, whatever the method.
    private func isOpenRoute(_ request: Request, _ match: RouteMatch) -> Bool {
        switch match {
        case .matched(let route, _): return route.needs == .nothing
        case .methodNotAllowed:
            guard case .matched(let route, _) = parts.router.match(.get, request.target.rawPath) else { return false }
            return route.needs == .nothing
        case .notFound, .badPath: return false
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
        parts.log.note(reason, request, sender: sender, from: parts.addresses.client(request), now: parts.settings.now())
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
