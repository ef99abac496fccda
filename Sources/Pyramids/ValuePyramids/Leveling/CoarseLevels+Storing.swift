internal import ChannelImages
package import Concurrency
internal import Numbers
internal import TilePyramid
package import TileContainers
internal import ZarrArrays

extension CoarseLevels {
    /// The bytes of all levels and planes before they are compressed; the greatest number if they are too many.
    package var byteCount: Int {
        let chunks = ValuePyramidLayout(sizes: description.levels, chunk: chunk).levels.map(\.chunks.area)
        return CheckedNumber.sum(chunks).flatMap { count in
            CheckedNumber.product(
                count, chunk.area * description.sampleType.byteCount, description.channels.count,
                description.sectionCount, description.timeCount)
        } ?? .max
    }

    /// Writes the levels as an OME-Zarr; blocks until all are written.
    ///
    /// - Parameters:
    ///   - path: the path of the finished folder.
    ///   - name: the name of the image.
    ///   - store: the treatment of an existing output.
    ///   - cancellation: ends the run, which leaves nothing then.
    ///   - willFinish: called before the folder gets its final name; the run leaves nothing if it throws.
    ///   - onProgress: called after every chunk, on several threads.
    /// - Returns: the counts of the run; those of full size, which is not stored, are among the chunks.
    /// - Throws: the error of the image, `StoreError`, that of `willFinish`, or `CancellationError`.
    package func write(
        to path: String, name: String, store: StoreOptions, cancellation: Cancellation,
        willFinish: @escaping @Sendable () throws -> Void,
        onProgress: (@Sendable (ValuePyramidProgress) -> Void)? = nil
    ) throws -> ValuePyramidProgress {
        var options = OMEZarrWriter.Options()
        options.chunkSide = chunk.width
        options.shardSide = chunk.width * max(1, options.shardSide / chunk.width)
        options.compression = ArrayLibraries.hasZstandard ? .zstandard(level: 1) : .gzip(level: 1)
        options.store = store
        var written = description
        written.pixelSpacing?.x *= 2
        written.pixelSpacing?.y *= 2
        let sink = CoarseLevelsSink(
            try OMEZarrWriter(creating: path, written, name: name, options: options), of: pyramid,
            willFinish: willFinish)
        return try ValuePyramidBuilder(source).write(to: sink, cancellation: cancellation, onProgress: onProgress)
    }
}
