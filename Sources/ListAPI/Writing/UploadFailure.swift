/// The place to keep an upload in failed.
struct UploadFailure: Error {
    let underlying: any Error
}
