/// What a command asks of systemd about the service.
enum ServiceRequest {
    case start, stop, reload

    init?(_ command: String) {
        switch command {
        case "sudo systemctl enable --now sectional", "sudo systemctl start sectional", "sudo systemctl restart sectional": self = .start
        case "sudo systemctl stop sectional": self = .stop
        case "sudo systemctl reload sectional": self = .reload
        default: return nil
        }
    }
}
