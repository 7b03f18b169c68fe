import Hummingbird

/// An item as it is answered, with the keys of Sectional's items, so that both send the same bytes.
struct ItemRepresentation: ResponseEncodable {
    struct Value: Encodable {
        var id: String
        var name: String
        var city: String
        var note: String
    }

    var id: String
    var indexPath: [Int]
    var cell = "Cell"
    var revision = 1
    var value: Value

    init(_ item: Item) {
        id = item.id
        indexPath = [0, item.position]
        value = Value(id: item.id, name: item.name, city: item.city, note: item.note)
    }
}

/// A page of items by offset.
struct Page: ResponseEncodable {
    struct Section: Encodable {
        var id = "s"
        var index = 0
        var itemCount: Int
    }

    var list = "big"
    var version = 1
    var section: Section
    var offset: Int
    var items: [ItemRepresentation]
}
