internal import ChannelImages
internal import FilePyramids
internal import ImageCodecs
internal import ImageMetadata
package import PyramidTools
internal import RemotePyramids
internal import TileCutting
internal import TilePyramid
package import ToolSupport

/// Carries out a verification: checks every tile of pyramids and reports the issues.
package struct VerifyRunner: Sendable {
    private let request: PyramidRequest
    private let options: VerificationOptions
    private let signals = SignalWatcher()

    /// Creates a runner; from here on Ctrl-C and SIGTERM stop the run.
    package init(_ request: PyramidRequest, options: VerificationOptions) {
        self.request = request
        self.options = options
    }

    /// Writes reports to standard output and progress to standard error.
    ///
    /// - Returns: ``ExitStatus/success`` if all pyramids are valid, else the status of the first that is not:
    ///   ``ExitStatus/badInput`` if it was checked, or the status of its failure.
    package func run() async -> ExitStatus {
        await request.forEachPyramid(signals, unless: verifyValues) { name, opened in
            let meter =
                request.isQuiet || !Console.canRedraw
                ? nil
                : ProgressMeter(
                    title: name, tileSize: opened.source.pyramid.finestLevel.tileSize, showsAtOnce: false)
            defer { meter?.finish(succeeded: false) }
            var verifier = PyramidVerifier(opened, options: options)
            if let image = options.image, ValueImage.isZarr(image) {
                verifier.channels = try await ValueImage.openZarr(image, network: request.network).input
            }
            let verification = try await namingSource(besides: name) {
                try await signals.cancelling { [verifier] in
                    try await verifier.verify { meter?.update($0) }
                }
            }
            meter?.finish(succeeded: true)
            for warning in verification.report.warnings {
                Console.message(about: "tilecut: \(name)", "warning: \(warning)")
            }
            if request.reportsJSON {
                try Console.output([verification.json], note: "Nothing has been changed.")
            } else if !request.isQuiet || !verification.isValid {
                try Console.output(
                    verification.lines(isAutomatic: !options.channels.isExplicit), note: "Nothing has been changed.")
            }
            return verification.isValid ? .success : .badInput
        }
    }

    /// Does work on a pyramid and an image to compare with; a failure to read the image names it, and not the pyramid.
    private func namingSource<Result>(
        besides pyramid: String, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as CodecError where options.image != nil && !error.file.hasPrefix(pyramid) {
            throw Failure(file: error.file, error.message, status: ExitStatus(error))
        }
    }

    /// Checks a pyramid of stored values; nil for pyramids of pictures.
    private func verifyValues(at path: String) async throws -> ExitStatus? {
        guard let pyramid = try await valuePyramid(at: path) else { return nil }
        guard options.minimumPSNR == nil else {
            throw CodecError(
                .invalidRequest, file: pyramid.name,
                "stored values are equal to those of the image or not. Leave --min-psnr out.")
        }
        guard !options.channels.isExplicit, options.range == .auto else {
            throw CodecError(
                .invalidRequest, file: pyramid.name,
                "stored values are compared as they are, and in no colors. Leave the options for channels and --range out."
            )
        }
        var source: ValueImage?
        if let image = options.image {
            source = try await namingSource(besides: pyramid.name) {
                try await ValueImage.open(image, options: DecodeOptions(), network: request.network)
            }
        }
        let verifier = ValueVerifier(pyramid, source: source, options: options)
        let meter =
            request.isQuiet || !Console.canRedraw
            ? nil
            : ProgressMeter(
                title: pyramid.name, tileSize: pyramid.image.blockSize(ofLevel: 0), showsAtOnce: false)
        defer { meter?.finish(succeeded: false) }
        let verification = try await signals.cancelling { try await verifier.verify { meter?.update($0) } }
        meter?.finish(succeeded: true)
        if request.reportsJSON {
            try Console.output([verification.json(of: pyramid.name)], note: "Nothing has been changed.")
        } else if !request.isQuiet || !verification.isValid {
            try Console.output(verification.lines(of: pyramid.name), note: "Nothing has been changed.")
        }
        return verification.isValid ? .success : .badInput
    }

    /// Opens an OME-Zarr, or an OME-TIFF by its name whose planes are not a color picture; nil for others.
    private func valuePyramid(at path: String) async throws -> ValueImage? {
        if ValueImage.isZarr(path) { return try await ValueImage.openZarr(path, network: request.network) }
        guard ValueFormat(ofOutput: path) == .omeTIFF, !PyramidLocation(path).isRemote,
            // What is wrong with other files is found where they are opened as pyramids of pictures.
            let image = try? await ValueImage.open(path, options: DecodeOptions(), network: request.network),
            !image.image.description.isColorPicture
        else { return nil }
        return image
    }
}
