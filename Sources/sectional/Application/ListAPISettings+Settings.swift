import ListAPI
import Lists

extension ListAPISettings {
    /// What the settings say about the API.
    init(_ settings: Settings) {
        self.init()
        defaultList = settings.defaultList.flatMap { ListID($0) }
        requirePreconditions = settings.requirePreconditions
        naming = CellNaming(suffixes: settings.cellSuffixes)
        limits = ContentLimits(settings.limits)
        largestPage = settings.limits.page
        defaultPage = settings.limits.defaultPage
        responseCacheBytes = settings.cache.responses
        heartbeat = settings.events.heartbeat
        tokens = settings.auth.tokens
        origins = settings.cors.origins
    }
}

extension ContentLimits {
    /// What the settings say about sizes.
    init(_ limits: LimitSettings) {
        self.init(body: limits.body, value: limits.value, sections: limits.sections, items: limits.items)
    }
}
