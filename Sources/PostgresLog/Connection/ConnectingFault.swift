/// Why there is no connection, in words of this project: those of libpq may quote what it was given.
enum ConnectingFault {
    /// - Parameter message: libpq's, with PostgreSQL's part of it as a code alone.
    static func words(_ message: String) -> String {
        if let state = SQLState(endOf: message) { return state.refusalOfConnection }
        return known.first { message.contains($0.part) }?.words ?? "there is no connection"
    }

    /// Parts of libpq's messages, which are English where the program has set no locale.
    private static let known: [(part: String, words: String)] = [
        ("no password supplied", "PostgreSQL wants a password, and none is given"),
        ("could not translate host name", "the name of the host is unknown"),
        ("Connection refused", "nothing listens there"),
        ("No such file or directory", "there is no socket in that folder"),
        ("does not match host name", "its certificate is for another name"),
        ("certificate verify failed", "its certificate is not trusted"),
        ("root certificate file", "the file of trusted certificates is not there"),
        ("server does not support SSL", "PostgreSQL there has no TLS, which sslmode wants"),
        ("SSL", "TLS fails"),
        ("session is read-only", "it is a standby, which takes no writes"),
        ("server is in hot standby mode", "it is a standby, which takes no writes"),
        ("session is not read-only", "it is no standby, which target_session_attrs wants"),
        ("No route to host", "there is no route to the host"),
        ("Network is unreachable", "there is no route to the host"),
        ("timed out", "no answer while connecting"),
        ("server closed the connection", "the connection was closed at once"),
    ]
}
