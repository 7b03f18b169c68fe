import HTTPServing
import HTTPTypes
import Wire

extension Response {
    /// The answer to a write as a `Prefer` header wants it: without its body, or as it is.
    ///
    /// A preference that has no effect, such as one for the body of an answer that has none, is not said to be applied.
    func applying(_ preference: ReturnPreference?) -> Response {
        guard let preference, (200..<300).contains(status.code) else { return self }
        var response = self
        switch preference {
        case .representation where status == .noContent: return self
        case .representation: break
        case .minimal:
            response.headers.removeAll { $0.name == .contentType }
            response.body = .empty
            if status == .ok || status == .accepted { response.status = .noContent }
        }
        response.headers.append(Header(.preferenceApplied, "return=\(preference.rawValue)"))
        return response
    }
}
