public import HTTPTypes

/// Look-up of request headers by name, without regard to case.
public protocol RequestHeaders: Sendable {
    /// The value of a header; several lines of the same name are joined with `", "` in the order sent (RFC 9110, 5.2).
    ///
    /// `nil` when the header is absent; an empty string when it is present without a value.
    subscript(_ name: HTTPField.Name) -> String? { get }
}

extension HTTPFields: RequestHeaders {}
