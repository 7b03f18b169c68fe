import HTTPTypes

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension HTTPRequest.Method {
    /// Stands for the method of a request that could not be read.
    static let unread = HTTPRequest.Method(rawValue: "-") ?? .get

    /// A method by its name as read; `nil` where that is no token.
    init?(token: UnsafePointer<CChar>) {
        if strcmp(token, "GET") == 0 {
            self = .get
        } else {
            self.init(rawValue: String(cString: token))
        }
    }
}
