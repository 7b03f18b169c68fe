import Following
import HTTPServing
import Ports

extension ListFollowing: MetricSource {
    func write(to text: inout MetricText) {
        text.begin("sectional_followers", .gauge, "Event streams that are open, and requests that wait for changes.")
        text.sample("sectional_followers", hub.followerCount)
        text.begin("sectional_event_texts_total", .counter, "Changes laid out for event streams; each serves all that follow the list.")
        text.sample("sectional_event_texts_total", texts.madeCount)
    }
}
