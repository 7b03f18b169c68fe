/// Makes ids that no other item or section has.
public protocol IdentifierSource: AnyObject {
    /// A new id, later in byte order than those made before.
    func next() -> Identifier
}
