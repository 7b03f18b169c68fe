import Foundations
import HTTPServing

extension ResponseCache: MetricSource {
    func write(to text: inout MetricText) {
        let counts = counts
        func sample(_ name: String, _ kind: MetricText.Kind, _ help: String, _ value: Int) {
            text.begin(name, kind, help)
            text.sample(name, value)
        }
        sample("sectional_response_cache_hits_total", .counter, "Reads answered from the cache of responses.", counts.hits)
        sample("sectional_response_cache_misses_total", .counter, "Reads that the cache of responses did not have.", counts.misses)
        sample("sectional_response_cache_bytes", .gauge, "Bytes in the cache of responses.", counts.cost)
    }
}
