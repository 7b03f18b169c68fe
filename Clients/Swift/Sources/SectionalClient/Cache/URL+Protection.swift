import Foundation

extension URL {
    /// Has the system keep the file encrypted until its owner has unlocked the device once, so that the app reads it in the background too.
    ///
    /// Does nothing where the system has no such protection.
    func protect() {
        let protection = FileProtectionType.completeUntilFirstUserAuthentication
        try? FileManager.default.setAttributes([.protectionKey: protection], ofItemAtPath: path)
    }
}
