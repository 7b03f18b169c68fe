import Hummingbird

/// The two routes that are compared: a page by offset, and a merge patch of an item.
func routes(_ store: ItemStore, itemCount: Int) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("items") { request, _ in
        let offset = request.uri.queryParameters.get("offset", as: Int.self) ?? 0
        let limit = request.uri.queryParameters.get("limit", as: Int.self) ?? 50
        guard offset >= 0, (1...500).contains(limit) else { throw HTTPError(.badRequest) }
        let items = try await store.items(from: offset, limit: limit)
        return Page(section: Page.Section(itemCount: itemCount), offset: offset, items: items.map(ItemRepresentation.init))
    }
    router.patch("items/:position") { request, context in
        let position = try context.parameters.require("position", as: Int.self)
        let patch = try await request.decode(as: ItemPatch.self, context: context)
        guard let item = try await store.update(position, with: patch) else { throw HTTPError(.notFound) }
        return ItemRepresentation(item)
    }
    return router
}
