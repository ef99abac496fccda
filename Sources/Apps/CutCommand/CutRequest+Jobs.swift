internal import FilePyramids
internal import Files
internal import Glibc
internal import ImageMetadata
internal import Mosaics
internal import PyramidTools
internal import RemotePyramids
internal import TileContainers
internal import TileCutting
internal import TilePyramid
internal import ToolSupport

/// An image to cut, or several that are joined, and the pyramid.
struct CutJob: Hashable {
    /// The images as the user named them, one unless they are joined; "-" is standard input.
    var images: [String]
    /// Whether the images are joined to a mosaic.
    var isMosaic = false
    /// Whether the image is a list of images, whatever its name is.
    var isList = false
    /// The folders in which the images of a list may lie, besides its own.
    var allowedFolders: [String] = []
    /// The location and kind of the pyramid.
    var location: OutputLocation

    /// The path of the pyramid's store.
    var output: String { location.path }
    /// The kind of pyramid.
    var target: PyramidTarget { location.target }
    /// The image as the user named it, or the name of the mosaic.
    var image: String { isMosaic ? MosaicInput.images(images).name : images.first ?? "" }
    /// The image's name in messages.
    var displayName: String { image == "-" ? "standard input" : PyramidLocation(image).publicText }

    /// Returns the input to cut: the image, the images of a list, or the images that are joined.
    ///
    /// - Parameter standardInput: the file that has the bytes of standard input, if the image is read from there.
    /// - Returns: the input.
    func input(_ standardInput: String?) -> MosaicInput {
        if isMosaic { return .images(images) }
        if isList { return .list(MosaicList(image, allowedFolders: allowedFolders)) }
        // The bytes of standard input have no name that could say that they are a list.
        if let standardInput { return .image(.file(standardInput)) }
        return .named(image, allowedFolders: allowedFolders)
    }
}

/// An error of invalid arguments.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault, and the arguments that are accepted.
    package var description: String

    /// Creates an error; what the fault advises is worded with options.
    init(_ fault: String) {
        description = Console.advised(fault)
    }

    /// Creates an error that begins with names, which stay as they are.
    init(about names: String, _ fault: String) {
        description = "\(names) \(Console.advised(fault))"
    }
}

extension CutRequest {
    /// Checks everything that can be checked without opening an image.
    ///
    /// - Throws: ``UsageError`` for options that are out of range or contradict each other.
    package func validate() throws {
        do {
            try options.validate()
        } catch {
            throw UsageError(error.message)
        }
        try validateShards()
        for job in try jobs().jobs {
            try Self.check(
                job.target, format: options.format, overlap: options.overlap, levelCount: options.levelCount,
                writesPage: output.writesPage)
            if job.target.isSparse, !job.target.capabilities.supportsSparseTiles {
                throw UsageError(
                    "\(job.target.phrase) cannot mark tiles as absent, and its readers would show errors. Leave "
                        + "--skip-blank out.")
            }
        }
    }

    /// Throws if the options for shards contradict each other or others.
    private func validateShards() throws(UsageError) {
        guard shard != nil || shardCount != nil else {
            if shardLevels == nil { return }
            throw UsageError("--shard-levels divides nothing by itself. Add --shard, or --shards with --dry-run.")
        }
        if shard != nil, shardCount != nil {
            throw UsageError("--shard and --shards cannot be combined: --shard 1/4 says that there are 4.")
        }
        if shardCount != nil, !isDryRun {
            throw UsageError("--shards only prints a plan. Add --dry-run, or cut one part with --shard 1/4.")
        }
        if options.reusesLevels {
            throw UsageError(
                "reduced images of the file cannot be used with shards, because a shard makes only its part of a level. Leave "
                    + "--reuse-levels out.")
        }
        if output.storeOptions.resumes {
            throw UsageError("a shard that was interrupted starts over. Leave --resume out.")
        }
    }

    /// Throws if a target does not support a format, an overlap or a number of levels.
    static func check(
        _ target: PyramidTarget, format: CutOptions.Format, overlap: Int, levelCount: Int?, writesPage: Bool
    ) throws(UsageError) {
        let name = target.phrase
        let capabilities = target.capabilities
        if capabilities.holdsFullSizeOnly, let levelCount, levelCount != 1 {
            throw UsageError("\(name) has only the full-size level. Leave --levels out, or give 1.")
        }
        if levelCount != nil, !capabilities.supportsPartialLevels {
            throw UsageError("\(name) always has all levels. Leave --levels out.")
        }
        if overlap > 0, !capabilities.supportsOverlap {
            throw UsageError("tiles of \(name) cannot overlap. Leave --overlap out.")
        }
        if format == .mixed {
            guard capabilities.mayMixFormats else {
                throw UsageError(
                    "tiles of \(name) have one format, and only a GeoPackage (.gpkg) may mix them. Choose another --format."
                )
            }
            return
        }
        let formats = capabilities.tileFormats.map { CutOptions.Format.fixed($0) }
        guard format == .automatic ? capabilities.tileFormats.contains(.png) : formats.contains(format) else {
            let names = capabilities.tileFormats.map(\.rawValue)
            throw UsageError(
                "tiles of \(name) are \(OutputRequest.list(names, "or")). Choose "
                    + (names.count > 1 ? "another --format." : "--format \(names[0])."))
        }
        if writesPage, case .fixed(let format) = format, !format.isShownByBrowsers {
            throw UsageError(
                "web browsers do not show \(format.rawValue) tiles. Leave --html out, or choose another --format.")
        }
    }

    /// Returns the images with their pyramids.
    ///
    /// - Throws: ``UsageError`` if there are none, or the arguments contradict each other.
    func jobs() throws(UsageError) -> CutJobs {
        let found = CutImages(images)
        var request = self
        request.images = found.images
        var jobs = try request.jobsOfImages()
        jobs.companions = found.message
        return jobs
    }

    /// Returns the images with their pyramids, where all that is given are images.
    private func jobsOfImages() throws(UsageError) -> CutJobs {
        if images.count(where: { $0 == "-" }) > 1 {
            throw UsageError("standard input (-) can be read only once.")
        }
        if isList {
            guard !isMosaic, images.count == 1 else {
                throw UsageError(
                    "--mosaic-list names all images of a pyramid. Leave the other images and --mosaic out.")
            }
            guard images != ["-"] else {
                throw UsageError("a list of images is not read from standard input. Name a file.")
            }
        }
        if isMosaic { return CutJobs([try mosaicJob()]) }
        var jobs: [CutJob] = []
        var known: Set<String> = []
        for image in images {
            guard known.insert(image).inserted else {
                throw UsageError("\(image) is given twice. Give each image once.")
            }
            let job = try job(for: image)
            try checkImages(areKeptBy: job)
            jobs.append(job)
        }
        return try CutJobs(separating: jobs)
    }

    /// Throws if the pyramid of a job has the path of an image.
    private func checkImages(areKeptBy job: CutJob) throws(UsageError) {
        guard !job.target.capabilities.holdsFullSizeOnly, !job.location.isStandardOutput,
            let image = images.first(where: { Self.isSame(job.output, $0) })
        else { return }
        guard output.formats.format(forOutput: image)?.role != .layout else {
            throw UsageError(
                "\(image) is a pyramid by its name. Convert it instead: tilecut convert \(image.shellQuoted) OUTPUT")
        }
        throw UsageError("the pyramid would replace the image \(image). Choose another --output.")
    }

    private func job(for image: String) throws(UsageError) -> CutJob {
        try Self.checkAddress(image)
        let place = PyramidLocation(image)
        guard !place.isRemote || output.path != nil else {
            throw UsageError("an address has no folder to write to. Name the pyramid with --output.")
        }
        let name = place.isRemote ? place.name : FilePath.withoutTrailingSlashes(image)
        var location = try output.location(for: name, isOneOfSeveral: images.count > 1)
        location.target.isSparse = options.blankTolerance != nil
        location.target.mixesFormats = options.format == .mixed
        return CutJob(images: [image], isList: isList, allowedFolders: allowedFolders, location: location)
    }

    /// Returns the only job of images that are joined.
    private func mosaicJob() throws(UsageError) -> CutJob {
        guard !images.contains("-") else {
            throw UsageError("standard input cannot be part of a mosaic. Name files.")
        }
        for image in images {
            try Self.checkAddress(image)
            guard !ValueImage.isZarr(image) else {
                throw UsageError(
                    "\(image) is an OME-Zarr, and --mosaic joins image files. Convert it first: tilecut convert \(image.shellQuoted) "
                        + "NAME.ome.tif")
            }
        }
        for (index, image) in images.enumerated() where images[..<index].contains(image) {
            throw UsageError("\(image) is given twice. Give each image once.")
        }
        if case .bounds = output.boundsSource {
            throw UsageError("--mosaic places images where their files say. Leave --bounds out.")
        }
        guard let path = output.path, output.namesPyramid(path) else {
            throw UsageError("--mosaic makes one pyramid of all images. Name it with --output, such as -o all.mbtiles.")
        }
        var location = try output.location(for: images.first ?? "", isOneOfSeveral: false)
        location.target.isSparse = options.blankTolerance != nil
        location.target.mixesFormats = options.format == .mixed
        let job = CutJob(images: images, isMosaic: true, location: location)
        try checkImages(areKeptBy: job)
        return job
    }

    /// Throws for an address that is cut as little as it can be opened as a file.
    ///
    /// - Parameter image: a path, or the address of an OME-Zarr, which is read in parts.
    /// - Throws: ``UsageError`` with the commands for pyramids and images at an address.
    package static func checkAddress(_ image: String) throws(UsageError) {
        guard image.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:\/\//) != nil, !FileSystem.exists(image),
            !PyramidLocation(image).isRemote || !ValueImage.isZarr(image)
        else { return }
        throw UsageError(
            "\(PyramidLocation.url(image).publicText): an address is not cut, unless it is that of an OME-Zarr. "
                + "Convert a pyramid instead: tilecut convert ADDRESS OUTPUT. Download an image first, or pipe it: "
                + "curl ADDRESS | tilecut - -o NAME")
    }

    /// Returns whether an output and an image are the same file, under whatever names.
    private static func isSame(_ output: String, _ image: String) -> Bool {
        var first = stat()
        var second = stat()
        guard image != "-", Files.stat(output, &first) == 0, Files.stat(image, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
