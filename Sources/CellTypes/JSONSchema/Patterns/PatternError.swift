/// Why a regular expression cannot be checked, as a clause.
struct PatternError: Error, Equatable {
    let message: String
}
