public import Foundation

/// Taps, by what was on the screen: the server is told the version that somebody saw. They are kept on disk like writes, go one after
/// another, and fail silently where the item is long gone, or the list is another.
extension RemoteDataProvider {
    public func select(_ indexPath: IndexPath, context: JSONValue) { sender.interact("select", indexPath, context) }

    public func deselect(_ indexPath: IndexPath, context: JSONValue) { sender.interact("deselect", indexPath, context) }

    public func perform(_ action: String, at indexPath: IndexPath, context: JSONValue) {
        sender.interact("actions/\(action.percentEncoded)", indexPath, context)
    }
}
