import Foundation

/// The file of an import, or standard input.
struct ImportFile {
    let path: String

    /// What errors call it.
    var name: String { path == "-" ? "standard input" : path }

    /// Reads all of it.
    func read() throws(CommandFailure) -> Data {
        do {
            guard path == "-" else { return try Data(contentsOf: URL(fileURLWithPath: path)) }
            return try FileHandle.standardInput.readToEnd() ?? Data()
        } catch {
            let isThere = path == "-" || FileManager.default.fileExists(atPath: path)
            throw CommandFailure(message: "\(name) \(isThere ? "can't be read" : "does not exist")")
        }
    }
}
