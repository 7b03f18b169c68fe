/// The permission that a route requires of its caller.
enum RequiredScope: Sendable, Equatable {
    /// Nothing: the route is open to everybody, and shows nothing that is not meant for everybody.
    case nothing
    /// A scope. What the route shows of lists is what the handler lets ``HTTPServing/Request/grant`` see.
    case scope(Scope)
    /// A scope, and a token that reaches all lists: the route shows or changes something of every list.
    case everyList(Scope)
    /// A scope, and reach of the one list that the request names.
    case list(Scope)
    /// A scope, and reach of every list that the query names in `lists`, with commas between them.
    case lists(Scope)
}
