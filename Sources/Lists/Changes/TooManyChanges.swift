/// Two versions differ by more operations than somebody wants to hear of.
struct TooManyChanges: Error {}
