/// Thrown when a difference exceeds the caller's limit of operations.
struct TooManyChanges: Error {}
