internal import Glibc
internal import TileCutting
internal import TileStores

/// An image and the path of its pyramid.
struct CutJob: Hashable {
    /// The image as the user named it; "-" is standard input.
    var image: String
    /// The path its store is created with.
    var output: String
    /// The folder that has to be there, and is made if it is missing; nil where it is the user's affair.
    var folder: String?

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
        if layout == .flat, let count = options.levelCount, count != 1 {
            throw UsageError(
                description: "the flat layout holds the full-size level only. Leave --levels out, or give 1.")
        }
        _ = try jobs()
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
        guard let output else {
            guard image != "-" else {
                throw UsageError(
                    description: "standard input has no name to call the pyramid by. Say where it goes with --output.")
            }
            return CutJob(image: image, output: layout.path(for: FilePath.withoutExtension(image)))
        }
        guard !output.isEmpty else {
            throw UsageError(description: "--output is empty. Give a path, or leave it out to write beside the image.")
        }
        let isFolder = images.count > 1 || output.hasSuffix("/") || Self.isFolder(output)
        guard isFolder else { return CutJob(image: image, output: layout.path(forGiven: output)) }
        guard image != "-" else {
            throw UsageError(
                description: "standard input has no name to call the pyramid by inside the folder \(output). Name the "
                    + "pyramid itself with --output.")
        }
        var folder = output
        while folder.utf8.count > 1, folder.hasSuffix("/") {
            folder.removeLast()
        }
        let name = FilePath.withoutExtension(FilePath.name(of: image))
        return CutJob(
            image: image, output: layout.path(for: folder == "/" ? "/\(name)" : "\(folder)/\(name)"), folder: folder)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The path without "." and doubled slashes, so that equal places compare equal.
    private static func normalized(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
