/// What a webhook can be told of, by its name on the wire.
public enum EventType: String, Sendable, CaseIterable {
    case itemSelected = "item.selected"
    case itemDeselected = "item.deselected"
    case itemAction = "item.action"
    case listCreated = "list.created"
    case listChanged = "list.changed"
    case listDeleted = "list.deleted"
    /// Sent to one webhook alone, whatever it has asked for.
    case webhookTest = "webhook.test"

    /// Whether it is something that a user did with an item.
    public var isInteraction: Bool {
        switch self {
        case .itemSelected, .itemDeselected, .itemAction: true
        case .listCreated, .listChanged, .listDeleted, .webhookTest: false
        }
    }
}
