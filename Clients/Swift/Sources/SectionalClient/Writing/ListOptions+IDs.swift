import Foundation

extension ListOptions {
    /// Whether an item that is inserted without an id gets one here.
    func makesID(in info: ListInfo) -> Bool { makesItemIDs && info.identity == .null }

    func newID(in info: ListInfo) -> String? { makesID(in: info) ? UUID().uuidString : nil }

    /// The id that an item will have; nil where only the server knows it.
    func id<Item>(of item: NewItem<Item>, in info: ListInfo) -> String? {
        if let id = item.id { return id }
        guard let pointer = info.identity?.string, let text = try? encoded(item.value).text else { return nil }
        switch (try? JSONDecoder().decode(JSONValue.self, from: text))?[pointer: pointer] {
        case .string(let id)?: return id
        case .integer(let number)?: return "\(number)"
        default: return nil
        }
    }
}
