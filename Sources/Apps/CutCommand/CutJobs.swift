internal import Numbers
internal import TileContainers
internal import ToolSupport

/// The images to cut, and what of the arguments is not cut.
struct CutJobs {
    /// The images with their pyramids, in the order of the arguments.
    private(set) var jobs: [CutJob]
    /// The images that are not cut, because their pyramids would have one name.
    private(set) var conflicts: [Failure] = []
    /// The message about files that belong to images; nil if there are none.
    var companions: String?

    /// Jobs whose pyramids have names of their own.
    init(_ jobs: [CutJob]) { self.jobs = jobs }

    /// Separates jobs whose pyramids have names of their own from those that would replace each other.
    ///
    /// - Throws: ``UsageError`` if no job is left.
    init(separating all: [CutJob]) throws(UsageError) {
        let rivals = Dictionary(grouping: all.indices) { Self.normalized(all[$0].output) }
        let groups = all.map { rivals[Self.normalized($0.output)] ?? [] }
        jobs = all.indices.filter { groups[$0].count < 2 }.map { all[$0] }
        let remedies = rivals.filter { $0.value.count > 1 }.mapValues { Self.remedy(for: $0.map { all[$0] }) }
        if jobs.isEmpty, let first = all.first, let group = groups.first {
            throw UsageError(
                about: "\(Self.list(group.map { all[$0].image })) would \(group.count > 2 ? "all" : "both") become "
                    + "\(first.output).",
                remedies[Self.normalized(first.output)] ?? "")
        }
        conflicts = all.indices.compactMap { index in
            let job = all[index]
            guard let remedy = remedies[Self.normalized(job.output)] else { return nil }
            // One more than are named is enough to leave the image itself out.
            let group = groups[index]
            let others = group.prefix(Self.namedImages + 1).filter { $0 != index }.prefix(Self.namedImages)
            let names = Self.list(others.map { all[$0].displayName }, of: group.count - 1)
            return Failure(
                file: job.displayName, names: "\(names) would become \(job.output), too.", remedy, status: .usage)
        }
    }

    /// The most images that a message names.
    private static let namedImages = 3

    /// The first of some names, and how many others there are, for a message.
    private static func list(_ names: [String], of count: Int? = nil) -> String {
        let named = names.prefix(namedImages)
        let rest = (count ?? names.count) - named.count
        return OutputRequest.list(named + (rest > 0 ? [NumberText.count(rest, "other image")] : []), "and")
    }

    /// The way in which images get names of their own: by their extensions, if these differ.
    private static func remedy(for jobs: [CutJob]) -> String {
        let names = Set(jobs.map { FilePath.name(of: $0.image) })
        return names.count == jobs.count
            ? "Add --name-by extension, or cut them one at a time, each with its own --output."
            : "Cut them one at a time, each with its own --output."
    }

    /// Returns the path without "." and doubled slashes, so that different spellings of it compare equal.
    private static func normalized(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
