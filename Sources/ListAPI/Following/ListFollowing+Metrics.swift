import Following
import HTTPServing

extension ListFollowing: MetricSource {
    func write(to text: inout MetricText) {
        text.begin("sectional_followers", .gauge, "Event streams that are open, and requests that wait for changes.")
        text.sample("sectional_followers", notifier.followerCount)
        text.begin("sectional_event_texts_total", .counter, "Changes laid out for event streams; each serves all that follow the list.")
        text.sample("sectional_event_texts_total", changes.encodedCount)
    }
}
