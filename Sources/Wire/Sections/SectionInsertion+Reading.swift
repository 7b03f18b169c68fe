import JSON
import Lists

extension SectionInsertion {
    /// Reads `{"section"}` with its target.
    init(reading body: inout BodyReader, subject: inout OperationSubject) throws(JSONSyntaxError) {
        self.init()
        var hasSection = false
        guard try body.enterBody() else { return }
        while let key = try body.json.nextKey() {
            if EditKey(exactly: key) == .section {
                hasSection = true
                body.position.root = .root.appending(key)
                draft = try SectionDraft(reading: &body)
                body.position.root = .root
            } else if try !body.readSectionTarget(key, into: &target) {
                try subject.readOrPass(key, from: &body, in: "A body that inserts a section")
            }
        }
        if !hasSection { body.note(.invalidValue, "There is to be a “section”.", at: EditKey.section.rawValue) }
    }
}

extension Target<Int, SectionReference> {
    /// Reads where a section is to move; in a batch, also which.
    static func sectionMove(reading body: inout BodyReader, subject: inout OperationSubject) throws(JSONSyntaxError) -> Self {
        var target = Self.unspecified
        guard try body.enterBody() else { return target }
        while let key = try body.json.nextKey() {
            if try !body.readSectionTarget(key, into: &target) {
                try subject.readOrPass(key, from: &body, in: "A move of a section")
            }
        }
        if case .unspecified = target {
            body.note(.invalidValue, "Say where to: “index”, or “before” or “after” a section.", at: EditKey.index.rawValue)
        }
        return target
    }
}
