/// `writes.…`: how much may wait for the writer.
struct WriteSettings: Sendable, Equatable {
    var queue = 4_096
    var uploads = 256
}
