/// A language that code for cell types is generated in.
public enum GeneratedLanguage: String, CaseIterable, Sendable {
    case swift, kotlin, typescript

    /// Properties beyond which an object is any JSON.
    var fieldLimit: Int {
        // A constructor of the Java machine has 255 slots for parameters, and a number takes two.
        self == .kotlin ? 100 : 1_000
    }
}
