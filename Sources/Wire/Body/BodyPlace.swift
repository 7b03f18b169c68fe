/// Where a body wants something to stand afterwards.
///
/// `Place` is how a place is counted, `Name` how a neighbour is named. A place that no list has, such as one below 0, is kept as it is.
public enum BodyPlace<Place: Sendable, Name: Sendable>: Sendable {
    /// Nothing is said.
    case unspecified
    case at(Place)
    case before(Name)
    case after(Name)
}
