import Settings
import HTTPServing
import ListAPI
import Lists
import Webhooks

extension ListAPISettings {
    /// What the settings say about the API.
    ///
    /// - Parameter memory: The server's own budget.
    init(_ settings: Settings, memory: MemoryBudget) {
        self.init()
        self.memory = memory
        defaultList = settings.defaultList.flatMap { ListID($0) }
        requirePreconditions = settings.requirePreconditions
        naming = CellNaming(suffixes: settings.cellSuffixes)
        limits = ContentLimits(settings.limits)
        largestPage = settings.limits.page
        defaultPage = settings.limits.defaultPage
        responseCacheBytes = settings.cache.responses
        uploadsOfEach = max(1, settings.writes.uploads / 2)
        heartbeat = settings.events.heartbeat
        access = AccessRules(settings)
        trustedProxies = settings.server.trustedProxies.compactMap { AddressBlock($0) }
    }
}

extension AccessRules {
    /// What the settings say about who may ask for what, and how often.
    init(_ settings: Settings) {
        self.init()
        tokens = settings.auth.tokens
        origins = settings.cors.origins
        rate = RateLimit(settings.rate)
    }
}

extension ContentLimits {
    /// What the settings say about sizes.
    init(_ limits: LimitSettings) {
        self.init(body: limits.body, value: limits.value, sections: limits.sections, items: limits.items)
    }
}
