import Settings
import ListAPI
import Lists
import LogOutput
import Logging
import Webhooks
import Wire

extension AccessLog {
    /// The access log, written as the settings want it.
    init(_ settings: Settings, _ buffer: LineBuffer) {
        let proxies = settings.server.trustedProxies.compactMap { AddressBlock($0) }
        self.init(format: LogFormat(settings.log), addresses: ClientAddresses(trusting: proxies), buffer: buffer)
    }
}

extension LineBuffer {
    /// Lines of the access log on their way to standard error.
    convenience init(_ settings: LogSettings) {
        let format = LogFormat(settings)
        self.init(
            dropNote: { count in
                format.line(
                    time: Timestamp.text(SystemSources.now()), level: .warning, message: "lines of the access log were dropped",
                    metadata: ["count": "\(count)"])
            },
            write: { StandardStream.error.write($0) })
    }
}

extension LogFormat {
    init(_ settings: LogSettings) {
        self = LogFormat(rawValue: settings.format) ?? .text
    }
}
