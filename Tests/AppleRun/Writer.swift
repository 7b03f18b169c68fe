import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Puts a list again and again, each time another in some places.
struct Writer {
    struct Item: Codable {
        var id: String
        var type: String
        var value: Reading
    }

    struct Section: Codable {
        var id: String
        var header: String
        var items: [Item]
    }

    struct Document: Codable {
        var sections: [Section]
    }

    let url: URL
    private var document = Document(sections: [])
    private var nextID = 0

    init(_ url: URL) { self.url = url }

    /// Registers a cell type with a height.
    func register(_ type: String, height: Double, on server: URL) async throws {
        var request = URLRequest(url: server.appendingPathComponent("cell-types/\(type)"))
        request.httpMethod = "PUT"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(#"{"estimatedHeight":\#(height)}"#.utf8)
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode, status < 300 else {
            throw Violation(description: "the type is refused: \(String(decoding: data, as: UTF8.self))")
        }
    }

    /// - Returns: The version that was made.
    mutating func write() async throws -> Int {
        let isFirst = document.sections.isEmpty
        for _ in 0..<Int.random(in: 1...6) { edit() }
        // Of each type that has a height there is an item when the list is loaded.
        if isFirst { for type in ["PlainItem", "OtherItem", "RareItem"] { document.sections[0].items.append(item(of: type)) } }
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(document)
        let (data, response) = try await URLSession.shared.data(for: request)
        struct Answer: Decodable { let version: Int }
        guard let status = (response as? HTTPURLResponse)?.statusCode, status < 300 else {
            throw Violation(description: "the write is refused: \(String(decoding: data, as: UTF8.self))")
        }
        return try JSONDecoder().decode(Answer.self, from: data).version
    }

    private mutating func made() -> String {
        nextID += 1
        return "i\(nextID)"
    }

    private mutating func edit() {
        if document.sections.count < 3 || Int.random(in: 0..<20) == 0, document.sections.count < 12 {
            let items = (0..<Int.random(in: 0..<30)).map { _ in item() }
            let section = Section(id: made(), header: made(), items: items)
            document.sections.insert(section, at: Int.random(in: 0...document.sections.count))
        }
        let section = Int.random(in: document.sections.indices)
        let row = document.sections[section].items.indices.randomElement()
        switch (Int.random(in: 0..<12), row) {
        case (0, _) where document.sections.count > 3: document.sections.remove(at: section)
        case (1, _):
            let moved = document.sections.remove(at: section)
            document.sections.insert(moved, at: Int.random(in: 0...document.sections.count))
        case (2, _): document.sections[section].header = made()
        case (3...4, let row?): document.sections[section].items.remove(at: row)
        case (5...6, let row?):
            let item = document.sections[section].items.remove(at: row)
            let target = Int.random(in: document.sections.indices)
            document.sections[target].items.insert(item, at: Int.random(in: 0...document.sections[target].items.count))
        case (7...9, let row?):
            document.sections[section].items[row].value.text = made()
            if Bool.random() { document.sections[section].items[row].type = Self.type }
        default: document.sections[section].items.insert(item(), at: Int.random(in: 0...document.sections[section].items.count))
        }
    }

    private mutating func item(of type: String = Self.type) -> Item {
        let id = made()
        return Item(id: id, type: type, value: Reading(text: id))
    }

    /// The last is one that the app does not know. A rare one comes on the screen as a placeholder first.
    private static var type: String {
        Int.random(in: 0..<40) == 0 ? "RareItem" : ["PlainItem", "OtherItem", "NewerItem"].randomElement() ?? ""
    }
}
