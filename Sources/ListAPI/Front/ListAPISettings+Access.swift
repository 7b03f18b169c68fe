import HTTPServing
import HTTPTypes

extension ListAPISettings {
    /// The `Vary` of a GET about a list.
    var varyOfLists: Response.Header { vary("Accept-Encoding, Accept-Cell-Types") }

    /// A `Vary` with these names, and with the origin where the answer names it.
    func vary(_ names: String) -> Response.Header {
        Response.Header(.vary, accessFlags.dependOnOrigin ? names + ", Origin" : names)
    }

    /// A `Cache-Control` of what not everybody may see: where tokens are asked for, only its reader's own cache keeps it.
    func cacheControl(_ directives: String) -> Response.Header {
        Response.Header(.cacheControl, !accessFlags.askForTokens ? directives : "private, " + directives)
    }
}
