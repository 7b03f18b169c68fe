import HTTPServing
import HTTPTypes
import Lists
import Synchronization
import Wire

/// The parts that an application's ``AuthenticationMiddleware`` works with.
struct AuthenticationParts: Sendable {
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64
    let routeRule: RouteRule
    let cache: ResponseCache
    let router: Router
    /// The router's routes, by number.
    let routes: [ScopedRoute]
    let grants: OpenGrants
    let log: RefusalLog
    let addresses: ClientAddresses
    /// `nil` where the store is alone.
    let catchUp: CatchUp?
}

/// Stands before the router and the response cache: the one place that lets a request in, under the access rules that hold now.
///
/// The rules are asked one after the other by ``decision(about:under:)``, which needs nothing of a request but its headers; the first that
/// refuses answers. A stranger learns of no route but the open ones. A request that is let in carries what its token grants. Any thread may
/// use it.
final class AuthenticationMiddleware: Responder {
    /// The decision of the rules about a request.
    enum Decision {
        case refused(Response)
        /// With the token that it came with, where tokens are asked for.
        case admitted(AccessToken?)
    }

    private let parts: AuthenticationParts
    /// Whether proxies are trusted; asked for each request.
    private let hasProxies: Bool
    /// The paths whose GET is open to everybody.
    private let openPatterns: Set<String>
    private let flags: AccessFlags
    private let current: Mutex<RuleSet>

    init(_ rules: AccessRules, _ parts: AuthenticationParts, _ flags: AccessFlags) {
        self.parts = parts
        hasProxies = parts.addresses.hasProxies
        self.flags = flags
        openPatterns = Set(parts.routes.filter { $0.requires == .nothing && $0.route.method == .get }.map(\.route.pattern))
        current = Mutex(RuleSet(rules, parts: parts))
        parts.grants.check(against: rules.tokens)
    }

    func admit(_ request: inout Request) -> Admission {
        if hasProxies { request.forwardedPeer = parts.addresses.forwarded(request) }
        return switch decision(about: &request, under: current.withLock { $0 }) {
        case .refused(let response): .refused(response)
        case .admitted: parts.router.admit(&request)
        }
    }

    func respond(to request: inout Request) -> PendingResponse {
        if hasProxies, !request.isAdmitted { request.forwardedPeer = parts.addresses.forwarded(request) }
        if let refusal = parts.catchUp?.refusal(of: &request, parts.router) { return .response(refusal) }
        // If access is open to all, a cached page is sent at once.
        if flags.areOpen, let response = parts.cache.response(to: &request) { return .response(response) }
        let set = current.withLock { $0 }
        if let response = set.crossOrigin?.preflight(&request) { return .response(response) }
        switch decision(about: &request, under: set) {
        case .refused(let response):
            return .response(response)
        case .admitted(let token):
            // Under rules that are open the cache was looked at before.
            if !set.rules.areOpen, let response = parts.cache.response(to: &request) { return .response(response) }
            let answer = parts.router.respond(to: &request)
            return token.map { parts.grants.bound(answer, to: $0, request) } ?? answer
        }
    }

    func finalize(_ response: consuming Response, to request: Request) -> Response {
        guard !flags.areOpen, let crossOrigin = current.withLock({ $0 }).crossOrigin else { return response }
        return crossOrigin.exposed(response, to: request)
    }

    /// Puts other rules in the place of those that hold. Requests that are being answered have been let in; answers that go on end where
    /// their token is gone, reaches less or has expired.
    func take(_ rules: AccessRules) {
        let hasOtherHeaders = current.withLock { set in
            let old = set
            set = RuleSet(rules, parts: parts, replacing: old)
            return rules.tokens.isEmpty != old.rules.tokens.isEmpty
                || CrossOrigin.dependsOnOrigin(rules.origins) != CrossOrigin.dependsOnOrigin(old.rules.origins)
        }
        flags.take(rules)
        if hasOtherHeaders { parts.cache.clear() }
        parts.grants.check(against: rules.tokens)
    }

    /// Decides about a request by the rules: origin, token, rate, then scope and reach.
    private func decision(about request: inout Request, under set: RuleSet) -> Decision {
        let match = parts.router.match(&request)
        if let refusal = set.crossSite.refusal(of: request) {
            note(refusal == .write ? .crossSite : .crossSiteLoad, request)
            return .refused(Refusals.response(to: refusal.problem, request))
        }
        guard set.tokens != nil || set.limiter != nil, !isOpenRoute(match) else { return .admitted(nil) }
        guard let tokens = set.tokens else {
            return counted(request, .network(network(of: request)), set).map { .refused($0) } ?? .admitted(nil)
        }
        switch tokens.find(in: request, now: parts.now()) {
        case .known(let token):
            request.principal = token.grant
            return refusal(of: request, match, token.grant, set).map { .refused($0) } ?? .admitted(token)
        case .expired(let token):
            note(.expiredToken, request, sender: token.grant.name)
            return .refused(stranger(request, Self.expired(request, token), set))
        case .unknown:
            note(.unknownToken, request)
            return .refused(stranger(request, Self.unauthorized(request, "The token is not one that is valid here.", isInvalid: true), set))
        case .none:
            let detail = "A token that is valid here is needed: send Authorization: Bearer TOKEN."
            return .refused(stranger(request, Self.unauthorized(request, detail, isInvalid: false), set))
        }
    }

    /// The response to a request with a token that has asked too often, or whose token does not reach the route.
    private func refusal(of request: Request, _ match: RouteMatch, _ grant: Grant, _ set: RuleSet) -> Response? {
        if let refusal = counted(request, .token(grant.name), set, sender: grant.name) { return refusal }
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
    /// - Returns: The refusal, if its sender has asked too often.
    private func counted(_ request: Request, _ key: RateKey, _ set: RuleSet, sender: String? = nil) -> Response? {
        guard !request.isAdmitted, let limiter = set.limiter, let seconds = limiter.wait(for: key) else { return nil }
        note(.tooMany, request, sender: sender)
        let problem = RequestProblem(.tooManyRequests, "Too many requests have come from this sender; wait \(seconds) s.")
        return Refusals.response(to: problem, request, headers: [Response.Header(.retryAfter, String(seconds))])
    }

    /// The answer to a request without a token that is valid. It counts against its address.
    private func stranger(_ request: Request, _ response: Response, _ set: RuleSet) -> Response {
        counted(request, .network(network(of: request)), set) ?? response
    }

    private func network(of request: Request) -> PeerAddress? { request.client?.network }

    private func note(_ reason: RefusalLog.Reason, _ request: Request, sender: String? = nil) {
        parts.log.note(reason, request, sender: sender, from: request.client, now: parts.now())
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
