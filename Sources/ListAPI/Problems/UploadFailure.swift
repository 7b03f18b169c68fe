/// The place to keep an upload in failed.
struct UploadFailure: Error {
    let underlying: any Error

    /// Works with the place.
    static func naming<Outcome>(_ work: () throws -> Outcome) throws(UploadFailure) -> Outcome {
        do {
            return try work()
        } catch {
            throw UploadFailure(underlying: error)
        }
    }
}
