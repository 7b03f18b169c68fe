/// A fault of a path, in words fit for the client.
public enum PathError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Neither a path that starts with `/` nor, for `OPTIONS`, the `*`.
    case form
    case encoding(PercentDecodingError)

    public var description: String {
        switch self {
        case .form: "The request target is not a path that starts with \"/\"."
        case .encoding(let error): "The path has \(error)."
        }
    }
}
