/// A command of the README, and what it shows.
struct ReadmeCommand: Equatable {
    /// The line of the README, counted from 1.
    let line: Int
    var text: String
    /// What the README shows of its output; `…` stands for anything.
    var expected: String?
}
