/// The storage of an upload failed.
struct UploadFailure: Error {
    let underlying: any Error

    /// Works with the storage.
    static func naming<Outcome>(_ work: () throws -> Outcome) throws(UploadFailure) -> Outcome {
        do {
            return try work()
        } catch {
            throw UploadFailure(underlying: error)
        }
    }
}
