public import Lists

/// The data of a ``EventType/listChanged``: the change from the version before, for a receiver that is to load the list again.
public enum ListChangedData {
    /// The JSON text `{"list","from","to","reload":true,"properties":null,"stages":[]}`, with `from` the version before.
    ///
    /// - Parameter version: The one that the list came to, at least 1.
    public static func bytes(of list: ListID, version: Int64) -> [UInt8] {
        var data: [UInt8] = []
        JSONText.append(verbatim: "{\"list\":", to: &data)
        JSONText.append(list.text, to: &data)
        JSONText.append(verbatim: ",\"from\":", to: &data)
        JSONText.append(version.subtractingSaturating(1), to: &data)
        JSONText.append(verbatim: ",\"to\":", to: &data)
        JSONText.append(version, to: &data)
        JSONText.append(verbatim: ",\"reload\":true,\"properties\":null,\"stages\":[]}", to: &data)
        return data
    }
}
