/// One set of access rules with what is made of it. It never changes.
final class RuleSet: Sendable {
    let rules: AccessRules
    let limiter: RateLimiter?
    /// `nil` where no origin may send anything.
    let crossOrigin: CrossOrigin?
    let crossSite: CrossSiteRule
    /// `nil` where everything is open to everybody.
    let tokens: BearerTokens?

    /// - Parameter old: The set that this one replaces: its limiter goes on where the rate is the same.
    init(_ rules: AccessRules, parts: AuthenticationParts, replacing old: RuleSet? = nil) {
        self.rules = rules
        if let old, old.rules.rate == rules.rate {
            limiter = old.limiter
        } else {
            limiter = rules.rate.isOn ? RateLimiter(rules.rate) : nil
        }
        crossOrigin = rules.origins.isEmpty ? nil : CrossOrigin(origins: rules.origins, router: parts.router)
        crossSite = CrossSiteRule(origins: rules.origins)
        tokens = rules.tokens.isEmpty ? nil : BearerTokens(tokens: rules.tokens)
    }
}
