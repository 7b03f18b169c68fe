import JSON
import Lists

/// Ids of new items that the list had already when they were stored.
struct RepeatedNames: Error {
    let ids: [Identifier]

    /// The error for the client: the first line that brings one of the ids again.
    func located(in upload: UploadContent, identity: JSONPointer?) throws -> any Error {
        let repeated = Set(ids)
        var seen: Set<Identifier> = []
        let items = try upload.items.read()
        for _ in 0..<upload.items.count {
            let item = try items.next()
            guard let id = try item.identified(at: identity), repeated.contains(id) else { continue }
            if !seen.insert(id).inserted { return ListError.repeated(id.text, line: item.line) }
        }
        return StoreMisuse("ids that were refused as repeated stand once in the upload")
    }
}

extension ListError {
    /// An id that an upload brings again.
    static func repeated(_ id: String, line: Int) -> ListError {
        ListError(.idRepeated, "The item id “\(id)” stands twice.", at: .line(line))
    }
}
