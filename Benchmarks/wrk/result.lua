-- Ends a round with one line that rounds.py reads: answers, microseconds, and how many answers were not what was asked for.
function done(summary, latency, requests)
    local errors = summary.errors
    local bad = errors.status + errors.connect + errors.read + errors.write + errors.timeout
    io.write(string.format("result %d %d %d\n", summary.requests, summary.duration, bad))
end
