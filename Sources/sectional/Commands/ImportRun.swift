public import Commands
import Lists

/// Puts one file into one list, as one write.
struct ImportRun {
    let list: ListID
    let file: String
    let format: ImportFormat
    let layout: RowLayout
    let target: any ImportTarget
    /// Whether a list that is there is left alone.
    var ifMissing = false

    /// Reads the file and writes.
    ///
    /// - Returns: the line that says what was done.
    func run() throws(CommandFailure) -> String {
        let input: ImportInput
        do {
            if ifMissing, try target.has(list) { return leftAlone }
            input = try ImportInput(path: file)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(message: (error as? ImportError)?.message ?? "\(error)")
        }
        let bar = ProgressBar(total: input.size)
        defer { bar.end() }
        do {
            let reader = ImportReader(format: format, layout: layout, limits: target.limits) { bar.show($0) }
            let content = try reader.read(input)
            guard let outcome = try target.put(content, into: list, onlyNew: ifMissing, progress: bar) else { return leftAlone }
            return line(outcome)
        } catch let error as ImportError {
            let line = error.line.map { ":\($0)" } ?? ""
            throw CommandFailure(message: "\(input.name)\(line): \(error.message)")
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(message: "\(input.name): \(error)")
        }
    }

    private var leftAlone: String { "“\(list)” is there already" }

    private func line(_ outcome: ImportOutcome) -> String {
        let counts = "\(Self.count(outcome.sectionCount, "section")), \(Self.count(outcome.itemCount, "item"))"
        return "imported \(counts) into “\(list)”, version \(outcome.version)\(outcome.isKnownUnchanged ? ", which had them already" : "")"
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        let digits = Array(String(number))
        let grouped = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
        }
        return "\(grouped.joined()) \(noun)\(number == 1 ? "" : "s")"
    }
}

extension ProgressBar: ImportProgress {}
