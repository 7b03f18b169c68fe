import JSON
import Lists

extension ViewText {
    /// Reads a view's definition.
    ///
    /// - Returns: `nil` where it is none, which is noted.
    init?(reading body: inout BodyReader) throws(JSONSyntaxError) {
        let text = body.json.value(try body.json.scanValue())
        do {
            self.init(of: try ViewDefinition(validating: text).source, text: text)
        } catch let error as ViewDefinitionError {
            let pointer = JSONPointer(error.pointer) ?? .root
            body.note(error.slug, error.message, at: JSONPointer(tokens: [DocumentKey.view.rawValue] + pointer.tokens))
            return nil
        } catch {
            body.note(.invalidValue, "The definition can't be read.", at: DocumentKey.view.rawValue)
            return nil
        }
    }
}

extension ViewDefinitionError {
    fileprivate var slug: ProblemType {
        switch kind {
        case .unknownKey: .unknownKey
        case .invalidValue: .invalidValue
        case .limitExceeded: .limitExceeded
        }
    }
}
