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
        let rivals = Dictionary(grouping: all) { Self.normalized($0.output) }
        func others(of job: CutJob) -> [CutJob] { (rivals[Self.normalized(job.output)] ?? []).filter { $0 != job } }
        jobs = all.filter { others(of: $0).isEmpty }
        if jobs.isEmpty, let first = all.first {
            let images = [first] + others(of: first)
            throw UsageError(
                "\(OutputRequest.list(images.map(\.image), "and")) would \(images.count > 2 ? "all" : "both") become "
                    + "\(first.output). \(Self.remedy(for: images))")
        }
        conflicts = all.compactMap { job in
            let others = others(of: job)
            guard !others.isEmpty else { return nil }
            return Failure(
                file: job.displayName,
                "\(OutputRequest.list(others.map(\.displayName), "and")) would become \(job.output), too. "
                    + Self.remedy(for: [job] + others),
                status: .usage)
        }
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
