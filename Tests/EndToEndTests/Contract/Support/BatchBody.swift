/// The body of a batch.
enum BatchBody {
    static func text(_ operations: String..., at version: Int? = nil) -> String {
        "{\(version.map { "\"at\":\($0)," } ?? "")\"operations\":[\(operations.joined(separator: ","))]}"
    }
}
