/// Why a database is not opened, each with what to do.
enum OpeningFailure {
    static func isMissing(_ path: String) -> SQLiteFailure {
        refusal("there is no database at \(path), and none is to be made; --database names another file")
    }

    static func isNoDatabase(_ path: String) -> SQLiteFailure {
        SQLiteFailure(
            code: .corrupt,
            message: "\(path) is not a database; --database names another file, and sectional restore BACKUP puts a backup in its place",
            operation: "open")
    }

    static func isForeign(_ path: String) -> SQLiteFailure {
        SQLiteFailure(
            code: .schema, message: "\(path) is a database of another program and holds no lists; --database names another file",
            operation: "open")
    }

    static func isOlder(_ path: String) -> SQLiteFailure {
        SQLiteFailure(
            code: .schema,
            message: """
                \(path) was made by a program before the first release, whose tables this one does not read; carry each list over: with \
                the old program sectional export LIST --database \(path) --output LIST.ndjson, with this one sectional import LIST \
                LIST.ndjson into a new file. That keeps a list's sections and items with their ids, order, values, headers, footers and \
                types, its title, metadata, default type and identity. It does not keep its history and version numbers, interactions, \
                registered cell types, webhooks, pending deliveries and kept answers
                """, operation: "open")
    }

    static func isNewer(_ path: String) -> SQLiteFailure {
        SQLiteFailure(
            code: .schema, message: "\(path) was made by a newer version of this program; use that one, or restore an older backup",
            operation: "open")
    }

    static func isReadOnly(_ path: String, _ reason: String) -> SQLiteFailure {
        refusal("\(path) can't be written to (\(reason)); give the server's user the right to write it and its folder")
    }

    static func hasOtherName(_ path: String) -> SQLiteFailure {
        refusal(
            """
            \(path) has another name, too (a hard link): its write-ahead log and its lock lie beside one of them alone. Remove the other \
            name; find FOLDER -samefile \(path) prints it
            """)
    }

    static func isDamaged(_ path: String, _ reason: String) -> SQLiteFailure {
        SQLiteFailure(
            code: .corrupt,
            message: "\(path) is damaged (\(reason)); sectional check says more, sectional restore BACKUP puts a backup in its place",
            operation: "open")
    }

    static func hasForeignLog(_ files: DatabaseFiles) -> SQLiteFailure {
        refusal(
            """
            the write-ahead log \(files.log) belongs to another file than \(files.database), and would damage it; move the log away to \
            use this file without it, or put back the file that it belongs to. sectional restore BACKUP does this for you. Where file \
            and log were copied here together, remove \(files.identity)
            """)
    }

    static func hasOnlyLog(_ files: DatabaseFiles) -> SQLiteFailure {
        refusal(
            """
            \(files.database) is missing or empty, but its write-ahead log \(files.log) is there with writes that are nowhere else; put \
            the file back, or move the log away
            """)
    }

    static func hasNoRoom(_ files: DatabaseFiles) -> SQLiteFailure {
        refusal("there is no room on the disk for \(files.index); free at least 1 MiB")
    }

    static func isNoReplica(_ path: String) -> SQLiteFailure {
        refusal("\(path) holds lists, and follows no log; a server that joins a log begins with a new file")
    }

    static func isOfOtherLog(_ path: String) -> SQLiteFailure {
        refusal("\(path) follows another log than this one; --database names another file")
    }

    static func hasNoLog(_ path: String, _ reason: String) -> SQLiteFailure {
        refusal("\(path) can't join its log: \(reason)")
    }

    static func isReplica(_ path: String) -> SQLiteFailure {
        refusal("\(path) follows a log, without which it is not opened; sectional restore makes a database of its own of it")
    }

    private static func refusal(_ message: String) -> SQLiteFailure {
        SQLiteFailure(code: .refused, message: message, operation: "open")
    }
}
