/// How a request names a section.
public enum SectionReference: Sendable, Hashable {
    /// By its place, counted from 0.
    case index(Int)
    case id(Identifier)
    /// By a place that no list has, since no `Int` holds it.
    case outOfRange
}
