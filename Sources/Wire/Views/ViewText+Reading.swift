import JSON
import Lists

extension ViewText {
    /// The most bytes of a definition, as compact JSON text.
    private static let largest = 16 << 10

    /// Reads a view's definition.
    ///
    /// - Returns: `nil` where it is none, which is noted.
    init?(reading body: inout BodyReader) throws(JSONSyntaxError) {
        let key = DocumentKey.view.rawValue
        let span = try body.json.scanValue()
        guard span.kind == .object else {
            body.note(.invalidValue, "A view is an object, such as {\"of\":\"cities\"}.", at: key)
            return nil
        }
        guard span.compactCount <= Self.largest else {
            let detail = "The definition of a view has at most \(Self.largest) bytes of JSON text; this one has \(span.compactCount)."
            body.note(.limitExceeded, detail, at: key)
            return nil
        }
        let text = body.json.value(span)
        guard let definition = ViewDefinition(text) else {
            body.note(.invalidValue, "“of” is the id of a list.", at: JSONPointer(tokens: ["view", "of"]))
            return nil
        }
        self.init(of: definition.of, text: text)
    }
}
