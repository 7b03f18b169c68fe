import Foundations
import HTTPServing

extension ResponseCache: MetricSource {
    func write(to text: inout MetricText) {
        let counts = counts
        text.write("sectional_response_cache_hits_total", .counter, "Reads answered from the cache of responses.", counts.hits)
        text.write("sectional_response_cache_misses_total", .counter, "Reads that the cache of responses did not have.", counts.misses)
        text.write("sectional_response_cache_bytes", .gauge, "Bytes in the cache of responses.", counts.cost)
    }
}
