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
    /// How many threads decode and encode, the calling one included.
    package var threads: Int
    /// Makes the encoder of one thread.
    package var makeEncoder: @Sendable () throws -> any TileEncoder

    /// An engine from its parts.
    package init(
        pyramid: Pyramid, layout: PixelLayout, format: TileFormat, threads: Int,
        makeEncoder: @escaping @Sendable () throws -> any TileEncoder
    ) {
        self.pyramid = pyramid
        self.layout = layout
        self.format = format
        self.threads = threads
        self.makeEncoder = makeEncoder
    }

    /// What a run has done.
    package struct Outcome: Sendable {
        package var progress: CutProgress
        package var resumedTiles: Int
        package var peakBufferedBytes: Int
    }

    /// Reads the source to its end and stores all tiles; decoding happens on the calling thread.
    ///
    /// - Parameters:
    ///   - source: yields rows of `layout`.
    ///   - store: gets every tile it has not finished; is neither finished nor discarded here.
    ///   - interruption: can stop the run from outside.
    ///   - onProgress: called after every tile, on the thread that has stored it.
    /// - Returns: how much was done.
    /// - Throws: what the source, an encoder or the store throws, or ``CuttingError`` with code `interrupted`. All
    ///   worker threads have ended by then.
    package func run(
        from source: any ImageSource, into store: any TileStore, interruption: Interruption = Interruption(),
        onProgress: (@Sendable (CutProgress) -> Void)? = nil
    ) throws -> Outcome {
        let queue = TileQueue(
            limits: EngineLimits(pyramid: pyramid, layout: layout, threads: threads), layout: layout, format: format,
            store: store, threads: threads, totalTiles: pyramid.tileCount, makeEncoder: makeEncoder,
            onProgress: onProgress)
        interruption.onInterrupt { queue.fail(CuttingError.interrupted) }
        do {
            let builder = LevelBuilder(
                index: pyramid.finestLevel.index, pyramid: pyramid, layout: layout, queue: queue,
                isFinished: store.isFinished)
            try source.readBands { band in
                try queue.checkForFailure()
                try builder.add(band)
            }
            try queue.finish()
        } catch {
            queue.fail(error)
            queue.waitForWorkers()
            throw error
        }
        return Outcome(
            progress: queue.progress, resumedTiles: queue.resumedTiles, peakBufferedBytes: queue.peakBufferedBytes)
    }
}
