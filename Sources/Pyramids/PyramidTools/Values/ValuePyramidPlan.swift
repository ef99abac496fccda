package import ChannelImages
internal import Concurrency
internal import Georeferencing
internal import ImageMetadata
internal import Numbers
internal import TileContainers
package import TileCutting
package import TilePyramid
internal import ValuePyramids
internal import ZarrArrays

/// The levels and chunks of a pyramid of stored values, known before the first value is read.
///
/// All channels, sections and times keep their values, and what the file says of them; coarser levels are means of four.
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
    /// The position as an OME-Zarr states it; nil if it is not known, or for OME-TIFF.
    private let georeference: RasterGeoreference?
    /// The position of each level as an OME-TIFF states it; empty if it is not known, or for OME-Zarr.
    private let geoTags: [GeoTIFFTags]

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
        var warnings = source.warnings
        var georeference: RasterGeoreference?
        var geoTags: [GeoTIFFTags] = []
        do throws(GeoreferencingError) {
            switch options.format {
            case .omeZarr: georeference = try source.place.withStatedSystem()
            case .omeTIFF: geoTags = try source.place.tags(ofLevels: description.levels.count)
            }
        } catch {
            warnings.append("the new pyramid is not georeferenced: \(error.message)")
        }
        self.georeference = georeference
        self.geoTags = geoTags
        if options.format == .omeTIFF {
            description.separateColors()
            text = try Self.text(of: description, source.title, output)
        } else {
            description.nameColors()
            text = nil
        }
        self.description = description
        if description.channels.contains(where: { $0.colormap != nil && $0.colormap != .invertedGray }) {
            warnings.append(
                "its color tables are not kept: \(options.format.name) has one color for each channel. Choose a colormap where "
                    + "it is shown.")
        }
        self.warnings = warnings
        let layout = ValuePyramidLayout(sizes: description.levels, chunk: chunk)
        grids = layout.levels.map(\.chunks)
        let planes = CheckedNumber.product(
            description.channels.count, description.sectionCount, description.timeCount)
        let chunks = CheckedNumber.sum(grids.map(\.area)).flatMap { area in
            planes.flatMap { CheckedNumber.product($0, area) }
        }
        guard let planes, let chunks, planes <= Self.planeLimit, chunks <= Self.chunkLimit else {
            throw CodecError(
                .unsupported, file: source.name,
                "it has more than \(Self.planeLimit) planes or \(Self.chunkLimit) chunks, which is too much to be written. "
                    + "Choose larger chunks.")
        }
        try Self.checkMemory(layout, description.sampleType, source.name)
        planeCount = planes
        chunkCount = chunks
    }

    /// The bytes of the values of full size.
    package var valueBytes: Int { planeCount * description.size.area * description.sampleType.byteCount }

    /// A rough estimate of the bytes of all levels: those of the chunks, or half of them if they are compressed.
    package var estimatedBytes: Int { options.usedCodec == .none ? chunkBytes : chunkBytes / 2 }

    /// The fewest bytes of all levels: compressed chunks may have any, and those of OME-Zarr may be left out.
    package var leastBytes: Int { options.usedCodec == .none && options.format == .omeTIFF ? chunkBytes : 0 }

    /// The bytes of all chunks before they are compressed.
    private var chunkBytes: Int {
        CheckedNumber.product(chunkCount, options.side * options.side * description.sampleType.byteCount) ?? .max
    }

    /// Checks the memory that rows of chunks take over the width of the image.
    private static func checkMemory(_ layout: ValuePyramidLayout, _ type: SampleType, _ name: String) throws(CodecError)
    {
        let byteCount = layout.openByteCount(type)
        guard byteCount > ValuePyramidBuilder.openByteLimit else { return }
        let memory = NumberText.bytes(byteCount)
        let limit = NumberText.bytes(ValuePyramidBuilder.openByteLimit)
        throw CodecError(
            .unsupported, file: name,
            "a row of chunks of \(layout.chunk) pixels over its width of \(layout.levels[0].size.width) pixels, with those "
                + "of smaller levels, would take \(memory) of memory; up to \(limit) are used. Choose smaller chunks.")
    }

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

    /// The description with the automatic rendering of the image, which is measured only here, because a plan reads no values.
    private func shownDescription() throws -> ChannelImageDescription {
        var shown = description
        try ShownChannels(source.image, workers: options.threads).state(in: &shown)
        return shown
    }

    private func makeSink() throws -> any ValuePyramidSink {
        guard let text else {
            return OMEZarrSink(
                try OMEZarrWriter(
                    creating: output, try shownDescription(), name: source.title, georeference: georeference,
                    options: options.zarr))
        }
        var tiff = options.tiff
        tiff.geoTags = geoTags
        return try OMETIFFWriter(creating: output, description, text: text, options: tiff)
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
        setUsualColors()
        isColorPicture = false
    }

    /// Names the colors of a color picture with alpha: a file that says something of one channel has a color for each.
    fileprivate mutating func nameColors() {
        if isColorPicture, alphaChannel != nil { setUsualColors() }
    }

    /// Gives the first three channels the colors red, green and blue if they have none.
    private mutating func setUsualColors() {
        for (index, color) in ChannelColor.usual(3).enumerated() where index < channels.count {
            channels[index].color = channels[index].color ?? color
        }
    }
}
