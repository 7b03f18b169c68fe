import JSON
import Lists
public import Ports
import Wire

/// The body of a message about an event, as Standard Webhooks 1.0 recommends: `{"type","timestamp","data"}`.
public enum EventBody {
    /// The body's bytes, the same whenever they are made.
    ///
    /// - Parameter data: The JSON text of the event's data; it goes out as it is.
    public static func bytes(of event: Event, data: [UInt8]) -> [UInt8] {
        var json = JSONWriter(capacity: data.count + 96)
        json.beginObject()
        json.member("type", event.type.rawValue)
        json.member("timestamp", Timestamp.text(event.time))
        json.key("data")
        json.value(verbatim: data)
        json.endObject()
        return json.bytes
    }
}
