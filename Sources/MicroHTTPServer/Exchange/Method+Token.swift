import Glibc
import HTTPTypes

extension HTTPRequest.Method {
    /// A method by its name as read; `nil` where that is no token.
    init?(token: UnsafePointer<CChar>) {
        for known in [Self.get, .head, .put, .patch, .post, .delete] where strcmp(token, known.rawValue) == 0 {
            self = known
            return
        }
        self.init(rawValue: String(cString: token))
    }
}
