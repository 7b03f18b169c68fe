import GRDB

/// A row of the table `item`, at its position in the list.
struct Item: Codable, FetchableRecord, PersistableRecord {
    var position: Int
    var id: String
    var name: String
    var city: String
    var note: String

    enum Columns {
        static let position = Column(CodingKeys.position)
    }

    /// Sets the properties that a patch names.
    mutating func merge(_ patch: ItemPatch) {
        if let name = patch.name { self.name = name }
        if let city = patch.city { self.city = city }
        if let note = patch.note { self.note = note }
    }
}

/// The body of a PATCH: a property that is absent stays as it is.
struct ItemPatch: Decodable {
    var name: String?
    var city: String?
    var note: String?
}
