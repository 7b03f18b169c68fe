import CellTypes
import HTTPServing
import HTTPTypes
import Wire

extension Request {
    /// The cell types that the client knows; `nil` where it does not say.
    ///
    /// - Throws: `malformed-request` where `Accept-Cell-Types` is no list of names.
    func acceptedCellTypes() throws(RequestProblem) -> AcceptedCellTypes? {
        guard let value = headers[.acceptCellTypes] else { return nil }
        guard let types = AcceptedCellTypes(parsing: value) else {
            let name = HTTPField.Name.acceptCellTypes.rawName
            throw RequestProblem(
                .malformedRequest,
                "\(name) is a list of at most \(AcceptedCellTypes.maximumCount) names in UTF-8 with commas between them; a name with a comma "
                    + "stands in quotes.", at: .parameter(name))
        }
        return types
    }
}
