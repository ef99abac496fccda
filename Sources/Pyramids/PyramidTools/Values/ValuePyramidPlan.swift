package import ChannelImages
internal import Concurrency
internal import ImageMetadata
internal import Numbers
internal import TileContainers
package import TileCutting
package import TilePyramid
internal import ValuePyramids
internal import ZarrArrays

/// The levels and chunks of a pyramid of stored values, known before the first value is read.
///
/// All channels, sections and times keep their values; coarser levels are means of four.
package struct ValuePyramidPlan: Sendable {
    /// The image.
    package let source: ValueImage
    /// The path of the finished folder or file.
    package let output: String
    /// The form of the pyramid.
    package let options: ValueOptions
    /// The levels and channels of the pyramid.
    package let description: ChannelImageDescription
    /// The chunks of each level, across and down, from full size to the coarsest.
    package let grids: [PixelSize]
    /// Warnings for the user, in plain sentences.
    package let warnings: [String]
    /// The planes of each level.
    package let planeCount: Int
    /// The chunks of all levels and planes.
    package let chunkCount: Int
    /// The OME-XML of an OME-TIFF; nil for OME-Zarr.
    private let text: String?

    /// The most planes of a pyramid: an image can claim more than it has.
    package static let planeLimit = 1 << 22
    /// The most chunks of a pyramid.
    package static let chunkLimit = 1 << 28

    /// Plans a pyramid.
    ///
    /// - Throws: `StoreError` if the format cannot keep the values, `CodecError` if there are too many of them.
    package init(_ source: ValueImage, output: String, options: ValueOptions) throws {
        self.source = source
        self.output = output
        self.options = options
        let chunk = PixelSize(width: options.side, height: options.side)
        var description = source.image.description.pyramid(chunk: chunk)
        if options.format == .omeTIFF {
            description.separateColors()
            text = try Self.text(of: description, source.title, output)
        } else {
            text = nil
        }
        self.description = description
        warnings =
            source.hasAlpha
            ? ["its transparency is not kept: \(options.format.name) stores the values of channels alone."] : []
        grids = ValuePyramidLayout(sizes: description.levels, chunk: chunk).levels.map(\.chunks)
        let planes = CheckedNumber.product(
            description.channels.count, description.sectionCount, description.timeCount)
        let chunks = CheckedNumber.sum(grids.map(\.area)).flatMap { area in
            planes.flatMap { CheckedNumber.product($0, area) }
        }
        guard let planes, let chunks, planes <= Self.planeLimit, chunks <= Self.chunkLimit else {
            throw CodecError(
                .unsupported, file: source.name,
                "it has more than \(Self.planeLimit) planes or \(Self.chunkLimit) chunks, which is too much to be written. "
                    + "Choose larger chunks with --tile-size.")
        }
        planeCount = planes
        chunkCount = chunks
    }

    /// The bytes of the values of full size.
    package var valueBytes: Int { planeCount * description.size.area * description.sampleType.byteCount }

    private static func text(
        of description: ChannelImageDescription, _ title: String, _ output: String
    ) throws -> String {
        do {
            return OMEDocument(images: [try OMEImage(description, name: title)]).xml
        } catch {
            throw StoreError(
                .cannotCreate, path: output,
                "OME-TIFF cannot describe the image: \(error.reason). Write OME-Zarr, with the extension .ome.zarr.")
        }
    }

    /// Writes the pyramid on background threads; cancel the task to stop, which leaves nothing.
    ///
    /// - Parameter onProgress: called after every chunk on the thread that encoded it.
    /// - Returns: the counts of the run.
    /// - Throws: `CodecError` when the image cannot be read, `StoreError` when the pyramid cannot be written, `CuttingError` with
    ///   code `interrupted` after cancellation.
    package func write(
        onProgress: (@Sendable (CutProgress) -> Void)? = nil
    ) async throws -> ValuePyramidSummary {
        try await runBlockingWork(label: "PyramidTools.values") { cancellation in
            let start = ContinuousClock.now
            let builder = ValuePyramidBuilder(source.image, threads: options.threads ?? Processors.count)
            let chunkPixels = options.side * options.side
            do {
                let counts = try builder.write(to: try makeSink(), cancellation: cancellation) { progress in
                    onProgress?(
                        CutProgress(
                            finishedTiles: progress.finishedChunks, totalTiles: progress.totalChunks,
                            encodedPixels: progress.finishedChunks * chunkPixels, storedBytes: progress.encodedBytes))
                }
                return ValuePyramidSummary(
                    chunks: counts.finishedChunks, bytes: counts.encodedBytes,
                    seconds: (ContinuousClock.now - start) / .seconds(1),
                    peakMemoryBytes: ProcessMetrics.peakMemoryBytes)
            } catch is CancellationError {
                throw CuttingError.interrupted
            }
        }
    }

    private func makeSink() throws -> any ValuePyramidSink {
        guard let text else {
            return OMEZarrSink(
                try OMEZarrWriter(creating: output, description, name: source.title, options: options.zarr))
        }
        return try OMETIFFWriter(creating: output, description, text: text, options: options.tiff)
    }
}

/// The counts of a run that wrote a pyramid of stored values.
package struct ValuePyramidSummary: Hashable, Sendable {
    /// The chunks of all levels and planes, including those that are left out because all of their values are 0.
    package var chunks: Int
    /// The bytes of the encoded chunks.
    package var bytes: Int
    /// The duration in seconds.
    package var seconds: Double
    /// The peak resident memory in bytes.
    package var peakMemoryBytes: Int
}

extension ChannelImageDescription {
    /// Makes a color picture one of separate channels, each of which is a plane of its own, in the same colors.
    fileprivate mutating func separateColors() {
        guard isColorPicture else { return }
        isColorPicture = false
        for (index, color) in ChannelColor.usual(3).enumerated() where index < channels.count {
            channels[index].color = channels[index].color ?? color
        }
    }
}
