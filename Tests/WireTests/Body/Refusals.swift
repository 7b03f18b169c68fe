import Wire

/// What a body is refused with; tests compare with it.
func refusal(_ body: () throws -> Any) -> RequestProblem? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? RequestProblem
    }
}
