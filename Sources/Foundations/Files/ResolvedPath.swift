#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A path with its links resolved, of a file that is there or of one that is still to be made: a link and what it points to are one file.
public struct ResolvedPath: Sendable {
    /// The path as given where not even its folder is there.
    public let path: String
    public let folder: String
    /// The file's name in the folder.
    public let name: String

    public init(_ path: String) {
        var whole = Self.resolved(path)
        if whole == nil {
            // A file that is still to be made, in a folder that is there.
            let (folder, name) = Self.split(path)
            whole = Self.resolved(folder).map { $0 == "/" ? "/" + name : "\($0)/\(name)" }
        }
        self.path = whole ?? path
        (folder, name) = Self.split(self.path)
    }

    /// Makes what was renamed or removed in the folder durable.
    public func syncFolder() {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The names of what lies in the folder.
    public var neighbours: [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var found: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            found.append(name)
        }
        return found
    }

    private static func resolved(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}
