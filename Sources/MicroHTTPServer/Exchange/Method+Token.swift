import Glibc
import HTTPTypes

extension HTTPRequest.Method {
    /// A method by its name as read; `nil` where that is no token.
    init?(token: UnsafePointer<CChar>) {
        if strcmp(token, "GET") == 0 {
            self = .get
        } else {
            self.init(rawValue: String(cString: token))
        }
    }
}
