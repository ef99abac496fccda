internal import Glibc
internal import TileCutting
internal import TilePyramid
internal import TileStores

/// An image and the pyramid that it becomes.
struct CutJob: Hashable {
    /// The image as the user named it; "-" is standard input.
    var image: String
    /// Where its pyramid goes, and what that is.
    var location: OutputLocation

    /// The path the pyramid's store is created with.
    var output: String { location.path }
    /// What kind of pyramid it is.
    var target: PyramidTarget { location.target }
    /// The image's name in messages.
    var displayName: String { image == "-" ? "standard input" : image }
}

/// Arguments that make no sense, with a sentence that says what is accepted.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to write instead.
    public var description: String
}

extension CutRequest {
    /// Throws when the request makes no sense, whatever the images turn out to be.
    ///
    /// - Throws: ``UsageError``.
    public func validate() throws {
        do {
            try options.validate()
        } catch {
            throw UsageError(description: error.message)
        }
        for job in try jobs() {
            try Self.check(
                job.target, format: options.format, overlap: options.overlap, levelCount: options.levelCount)
        }
    }

    /// Throws when tiles of such a kind cannot be kept in such a pyramid.
    static func check(
        _ target: PyramidTarget, format: CutOptions.Format, overlap: Int, levelCount: Int?
    ) throws(UsageError) {
        let (name, capabilities) = (target.phrase, target.capabilities)
        if capabilities.holdsFullSizeOnly, let levelCount, levelCount != 1 {
            throw UsageError(
                description: "\(name) holds the full-size level only. Leave --levels out, or give 1.")
        }
        if levelCount != nil, !capabilities.supportsPartialLevels {
            throw UsageError(description: "\(name) holds all levels. Leave --levels out.")
        }
        if overlap > 0, !capabilities.supportsOverlap {
            throw UsageError(description: "tiles of \(name) do not overlap. Leave --overlap out.")
        }
        let formats = capabilities.tileFormats.map { CutOptions.Format.fixed($0) }
        guard format == .automatic ? capabilities.tileFormats.contains(.png) : formats.contains(format) else {
            let names = capabilities.tileFormats.map(\.rawValue)
            throw UsageError(
                description: "tiles of \(name) are \(names.joined(separator: " or ")). Choose "
                    + (names.count > 1 ? "one of these with --format." : "--format \(names[0])."))
        }
    }

    /// Which pyramid each image becomes.
    func jobs() throws(UsageError) -> [CutJob] {
        if images.count(where: { $0 == "-" }) > 1 {
            throw UsageError(description: "standard input (-) can be read only once.")
        }
        var jobs: [CutJob] = []
        var images: [String: String] = [:]
        for image in self.images {
            let job = try job(for: image)
            let key = Self.normalized(job.output)
            if !job.target.capabilities.holdsFullSizeOnly,
                let image = self.images.first(where: { Self.isSame(job.output, $0) })
            {
                throw UsageError(
                    description: "the pyramid would take the place of the image \(image). Give it another name with "
                        + "--output.")
            }
            if let other = images[key] {
                throw UsageError(
                    description: other == image
                        ? "\(image) is given twice. Name each image once."
                        : "\(other) and \(image) would both become \(job.output). Cut them one at a time, each with "
                            + "its own --output.")
            }
            images[key] = image
            jobs.append(job)
        }
        return jobs
    }

    private func job(for image: String) throws(UsageError) -> CutJob {
        CutJob(image: image, location: try output.location(for: image, isOneOfSeveral: images.count > 1))
    }

    /// Whether an output is an image that is to be cut, under whatever name.
    private static func isSame(_ output: String, _ image: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard image != "-", stat(output, &first) == 0, stat(image, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// The path without "." and doubled slashes, so that equal places compare equal.
    private static func normalized(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
