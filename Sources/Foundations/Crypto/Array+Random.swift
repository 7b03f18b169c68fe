extension [UInt8] {
    /// Bytes from the system's generator of random numbers, which is fit for keys and nonces.
    public static func random(count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in generator.next() }
    }
}
