package import Concurrency
package import ImageCodecs
package import PixelKernels
package import TilePyramid

/// Image in, tiles out: bands of rows → levels → tiles → encoders → store.
package struct CutEngine: Sendable {
    /// The geometry; its size is the image's.
    package var pyramid: Pyramid
    /// How pixels come from the source and go to the encoders.
    package var layout: PixelLayout
    /// What the encoders make.
    package var format: TileFormat
    /// What tiles show beyond the picture where they have no alpha.
    package var background: RGBColor
    /// By how much the samples of a tile may differ from the background, 0 to 255, for it not to be stored; default
    /// nil, all tiles are stored.
    ///
    /// Tiles with alpha are blank when they are transparent, whatever color they hide.
    package var blankTolerance: Int?
    /// Whether the full-size tiles are those that the source has ready, if it has; default false.
    ///
    /// To be asked for only where ``passthroughBlocker(of:into:)`` finds none.
    package var usesPassthrough = false
    /// How tiles are encoded, for sources that have them ready.
    package var encoding = TileEncoding()
    /// Whether the encoders take lightness and color as planes, color at half the resolution.
    ///
    /// Pixels are then gathered and halved so, in half the memory, and no encoder converts colors: a source that has
    /// them so delivers them so, those of another are split. Tiles must begin at even places for that, and be no lower
    /// than the bands of such a source.
    package var acceptsPlanarYCbCr: Bool
    /// How many threads decode and encode, the calling one included.
    package var threads: Int
    /// Makes the encoder of one thread.
    package var makeEncoder: @Sendable () throws -> any TileEncoder

    /// An engine from its parts.
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

    /// What a run has done.
    package struct Outcome: Sendable {
        package var progress: CutProgress
        package var resumedTiles: Int
        package var solidTiles: Int
        package var skippedTiles: Int
        /// Tiles that the source had ready.
        package var passthroughTiles: Int
        /// Tiles of which the source had ready what they show of the picture.
        package var paddedTiles: Int
        package var peakBufferedBytes: Int
    }

    /// Reads the source to its end and stores all tiles; decoding happens on the calling thread.
    ///
    /// - Parameters:
    ///   - source: yields rows of `layout`.
    ///   - reduced: sources of coarser levels, by their index, which are used instead of halving finer ones.
    ///   - store: gets every tile it has not finished; is neither finished nor discarded here.
    ///   - cancellation: can stop the run from outside.
    ///   - onProgress: called at the start, and after every tile on the thread that has stored it.
    /// - Returns: how much was done.
    /// - Throws: what a source, an encoder or the store throws, or ``CuttingError`` with code `interrupted`. All
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
                throw CodecError(.truncated, file: "the image", "its decoder has delivered too few rows.")
            }
            try wholeLevels?.write(format: format, with: makeEncoder())
            return outcome
        } catch {
            queue.fail(error)
            queue.waitForWorkers()
            throw error
        }
    }

    /// Reads a source to its end.
    private func read(
        _ input: LevelInput, asPlanes: Bool, into builders: [LevelBuilder], _ queue: TileQueue,
        isFinished: @escaping (TileIndex) -> Bool
    ) throws {
        if let passthrough = input.passthrough {
            let pyramid = pyramid.upTo(input.level)
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
