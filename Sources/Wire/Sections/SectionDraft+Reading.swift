import JSON
import Lists

extension SectionDraft {
    /// Levels of nesting around the values of the items in a section.
    static let envelope = 3

    /// Reads a section, `{"id","header","footer","metadata","items":[…]}`.
    ///
    /// - Parameter withItems: Whether it may have `items`; else that key is unknown.
    init(reading body: inout BodyReader, withItems: Bool = true) throws(JSONSyntaxError) {
        self.init()
        guard try body.enterObject(or: "A section is an object.") else { return }
        while let key = try body.json.nextKey() {
            switch DocumentKey(exactly: key) {
            case .id: id = try body.readSectionID()
            case .header: header = try body.readAnnotation(.header)
            case .footer: footer = try body.readAnnotation(.footer)
            case .metadata: metadata = try body.readMetadata()
            case .items where withItems: items = try ItemDraft.array(reading: &body)
            case .index, .itemCount, .itemOffset, .list: try body.json.scanValue()
            default: try body.passUnknown(key, in: "A section")
            }
        }
    }
}
