/// From lines that were sent to the lines of the file that they come from, in memory that grows only where the file is irregular.
struct LineOrigins {
    /// Lines at equal distances in the file.
    private struct Run {
        let first: Int
        let origin: Int
        var stride: Int?
        var count = 1
    }

    private var runs: [Run] = []
    private var count = 0

    /// Adds the origin of the next line; 0 where it is not known.
    mutating func append(_ origin: Int) {
        count += 1
        if let last = runs.last {
            let stride = last.stride ?? (origin - last.origin)
            if origin == last.origin + last.count * stride {
                runs[runs.count - 1].stride = stride
                runs[runs.count - 1].count += 1
                return
            }
        }
        runs.append(Run(first: count, origin: origin))
    }

    /// The origin of a line, counted from 1.
    func line(of sent: Int) -> Int? {
        guard (1...max(1, count)).contains(sent), let run = runs.last(where: { $0.first <= sent }) else { return nil }
        let origin = run.origin + (sent - run.first) * (run.stride ?? 0)
        return origin > 0 ? origin : nil
    }
}
