/// Holds a section's texts by reference: moving a section in a list of 100,000 then moves a few words of memory.
final class SectionInfo: Sendable {
    let section: ListSection

    init(_ section: ListSection) { self.section = section }
}
