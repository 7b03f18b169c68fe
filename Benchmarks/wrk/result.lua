-- Ends a round with one line that Benchmarks/run reads: answers a second, and how many were not what was asked for.
function done(summary, latency, requests)
    local errors = summary.errors
    local bad = errors.status + errors.connect + errors.read + errors.write + errors.timeout
    io.write(string.format("result %.1f %d\n", summary.requests / summary.duration * 1e6, bad))
end
