import Glibc

/// All values of one header of a request, joined in the order sent.
struct JoinedHeader {
    let name: UnsafeRawBufferPointer
    private(set) var value: String?

    init(name: UnsafeRawBufferPointer) {
        self.name = name
    }

    mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        guard name.count == self.name.count, let left = name.baseAddress, let right = self.name.baseAddress else { return }
        let isSame = strncasecmp(
            left.assumingMemoryBound(to: CChar.self), right.assumingMemoryBound(to: CChar.self), name.count)
        guard isSame == 0 else { return }
        let text = String(decoding: value, as: UTF8.self)
        self.value = self.value.map { "\($0), \(text)" } ?? text
    }
}
