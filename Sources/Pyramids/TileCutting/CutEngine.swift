package import Concurrency
package import ImageCodecs
package import PixelKernels
package import TilePyramid

/// Turns an image into tiles: bands of rows → levels → tiles → encoders → store.
package struct CutEngine: Sendable {
    /// The geometry; its size is the image's size.
    package var pyramid: Pyramid
    /// The layout of pixels from the source to the encoders.
    package var layout: PixelLayout
    /// The format that the encoders produce.
    package var format: TileFormat
    /// The color of tiles beyond the image where they have no alpha.
    package var background: RGBColor
    /// The largest difference from the background, 0 to 255, of a sample in a blank tile, which is not stored; the
    /// default is nil: all tiles are stored.
    ///
    /// A tile with alpha is blank when it is transparent, whatever color its pixels have.
    package var blankTolerance: Int?
    /// Whether full-size tiles are passed through from the source; the default is `false`.
    ///
    /// Set it only where ``passthroughBlocker(of:into:)`` returns nil.
    package var usesPassthrough = false
    /// The encoding of tiles, for sources that pass tiles through.
    package var encoding = TileEncoding()
    /// Whether the encoders accept planar YCbCr with 4:2:0 subsampling.
    ///
    /// Pixels are then assembled and downsampled as planes, in half the memory, and no encoder converts colors. A
    /// planar source delivers its own planes; RGB pixels are converted. Tiles must begin at even pixels, and must be at
    /// least as high as a band of a planar source.
    package var acceptsPlanarYCbCr: Bool
    /// The number of threads that decode and encode, including the calling one.
    package var threads: Int
    /// Creates the encoder of one thread.
    package var makeEncoder: @Sendable () throws -> any TileEncoder

    /// Creates an engine; planar YCbCr is used only if the tile geometry allows it.
    package init(
        pyramid: Pyramid, layout: PixelLayout, format: TileFormat, threads: Int, background: RGBColor = .white,
        encodersAcceptPlanarYCbCr: Bool = false,
        makeEncoder: @escaping @Sendable () throws -> any TileEncoder
    ) {
        self.pyramid = pyramid
        self.layout = layout
        self.format = format
        self.threads = threads
        self.background = background
        acceptsPlanarYCbCr =
            encodersAcceptPlanarYCbCr && pyramid.tileSize >= PlanarBand.rowLimit && pyramid.tileSize.isMultiple(of: 2)
            && pyramid.overlap.isMultiple(of: 2)
            && pyramid.levels[pyramid.presentLevels].allSatisfy {
                $0.inset.x.isMultiple(of: 2) && $0.inset.y.isMultiple(of: 2)
            }
        self.makeEncoder = makeEncoder
    }

    /// The result of a run.
    package struct Outcome: Sendable {
        package var progress: CutProgress
        package var resumedTiles: Int
        package var solidTiles: Int
        package var skippedTiles: Int
        /// Tiles passed through from the source.
        package var passthroughTiles: Int
        /// Tiles passed through by the source, then padded and re-encoded.
        package var paddedTiles: Int
        package var peakBufferedBytes: Int
    }

    /// Reads the source to its end and stores all tiles; decodes on the calling thread.
    ///
    /// - Parameters:
    ///   - source: delivers rows of `layout`.
    ///   - reduced: sources of coarser levels by level index, used instead of downsampling finer levels.
    ///   - store: receives every tile that it has not finished; it is neither finished nor discarded here.
    ///   - cancellation: stops the run from another thread.
    ///   - onProgress: called at the start, and after every tile on the thread that stored it.
    /// - Returns: What was done.
    /// - Throws: The error of a source, an encoder or the store, or ``CuttingError`` with code `interrupted`. All
    ///   worker threads have ended by then.
    package func run(
        from source: any ImageSource, reduced: [Int: any ImageSource] = [:], into store: any TileStore,
        cancellation: Cancellation = Cancellation(), onProgress: (@Sendable (CutProgress) -> Void)? = nil
    ) throws -> Outcome {
        let inputs = LevelInput.inputs(of: self, source: source, reduced: reduced, store: store)
        let hasPlanes = acceptsPlanarYCbCr && inputs.allSatisfy(\.hasPlanes)
        let planes = hasPlanes ? PlaneFormat.yCbCr420 : PlaneFormat.interleaved(layout)
        let resumedTiles = pyramid.indices.count(where: store.isFinished)
        onProgress?(
            CutProgress(
                finishedTiles: resumedTiles, totalTiles: pyramid.tileCount, encodedPixels: 0, storedBytes: 0))
        let background = Background(background, planes: planes)
        let queue = TileQueue(
            limits: EngineLimits(pyramid: pyramid, planes: planes, threads: threads), planeCount: planes.count,
            pyramid: pyramid,
            writer: TileWriter(
                planes: planes, format: format, store: store, background: background, blankTolerance: blankTolerance,
                padder: TilePadder(layout: layout, background: self.background)),
            threads: threads, resumedTiles: resumedTiles, makeEncoder: makeEncoder, onProgress: onProgress)
        cancellation.onCancel { queue.fail(CuttingError.interrupted) }
        do {
            let assembler = TileAssembler(planeCount: planes.count, pyramid: pyramid, queue: queue)
            let wholeLevels = (store as? any LevelImageStore).map {
                LevelImageCollector(store: $0, pyramid: pyramid, planes: planes)
            }
            for input in inputs {
                let builders =
                    input.builtLevels.isEmpty
                    ? []
                    : planes.map { plane in
                        LevelBuilder(
                            index: input.builtLevels.upperBound - 1, coarsest: input.builtLevels.lowerBound,
                            pyramid: pyramid, plane: plane, background: background, queue: queue,
                            assembler: assembler, wholeLevels: wholeLevels, isFinished: store.isFinished)
                    }
                try read(input, asPlanes: hasPlanes, into: builders, queue, isFinished: store.isFinished)
            }
            try queue.finish()
            let outcome = queue.outcome(resumedTiles: resumedTiles)
            guard outcome.progress.finishedTiles == pyramid.tileCount else {
                throw CodecError(
                    .truncated, file: "the image",
                    "the decoder delivered fewer rows than the image has. Get a complete copy of the image.")
            }
            try wholeLevels?.write(format: format, with: makeEncoder())
            return outcome
        } catch {
            queue.fail(error)
            queue.waitForWorkers()
            throw error
        }
    }

    /// Reads one source to its end.
    private func read(
        _ input: LevelInput, asPlanes: Bool, into builders: [LevelBuilder], _ queue: TileQueue,
        isFinished: @escaping (TileIndex) -> Bool
    ) throws {
        if let passthrough = input.passthrough {
            let pyramid = pyramid.prefix(through: input.level)
            let receiver = PassthroughForwarder(
                pyramid: pyramid, builders: builders, queue: queue, isFinished: isFinished)
            try passthrough.readTiles(
                of: pyramid, encoding: encoding, asPlanes: asPlanes, threads: threads, into: receiver)
        } else if asPlanes, let planar = input.planar {
            try planar.readPlanes { band in
                try queue.checkForFailure()
                for (builder, plane) in zip(builders, band.planes) {
                    try builder.add(plane)
                }
            }
        } else {
            try input.source.readBands { band in
                try queue.checkForFailure()
                try builders[0].add(band)
            }
        }
    }
}
