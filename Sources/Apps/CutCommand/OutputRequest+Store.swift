internal import FilePyramids
internal import Glibc
internal import PyramidTools
internal import TileContainers
internal import TilePyramid

extension OutputRequest {
    /// Creates the store of a pyramid, fills it, and writes the web page if one is requested.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - format: the format of its tiles.
    ///   - fingerprint: identifies the work, so that a later run can resume it.
    ///   - location: the path and kind of the pyramid; folders created for it are removed after a failure.
    ///   - meter: is finished at the end; nil if progress is not shown.
    ///   - fill: writes the tiles and finishes the store.
    /// - Returns: the result of `fill`.
    /// - Throws: `StoreError` when the store or the page cannot be written, and the errors of `fill`.
    func write<Result>(
        _ pyramid: Pyramid, format: TileFormat, fingerprint: String, to location: OutputLocation, meter: ProgressMeter?,
        _ fill: (any TileStore) async throws -> Result
    ) async throws -> Result {
        var options = storeOptions
        options.fingerprint = fingerprint
        options.outputDescriptor = location.isStandardOutput ? STDOUT_FILENO : nil
        let folders = try location.folder.map(NewFolders.init)
        do {
            let store = try location.target.makeStore(
                at: location.path, pyramid: pyramid, format: format, options: options)
            let result = try await fill(store)
            meter?.finish(succeeded: true)
            if writesPage {
                try ViewerPage(for: pyramid, format: format, target: location.target, output: location.path)
                    .write(replacesExisting: options.replacesExisting)
            }
            return result
        } catch {
            meter?.finish(succeeded: false)
            folders?.removeEmpty()
            throw error
        }
    }
    /// Creates the store of a planned conversion, as ``write(_:format:fingerprint:to:meter:_:)`` does.
    ///
    /// - Parameters:
    ///   - plan: the conversion, which decides about the kind of the pyramid.
    ///   - fingerprint: identifies the work; nil, the default, for the conversion's own.
    ///   - location: the path of the pyramid; folders created for it are removed after a failure.
    ///   - meter: is finished at the end; nil if progress is not shown.
    ///   - fill: writes the tiles and finishes the store.
    /// - Returns: the result of `fill`.
    /// - Throws: `StoreError` when the store or the page cannot be written, and the errors of `fill`.
    func write<Result>(
        _ plan: ConversionPlan, fingerprint: String? = nil, to location: OutputLocation, meter: ProgressMeter?,
        _ fill: (any TileStore) async throws -> Result
    ) async throws -> Result {
        var location = location
        location.target = plan.target
        return try await write(
            plan.pyramid, format: plan.format, fingerprint: fingerprint ?? plan.fingerprint, to: location,
            meter: meter, fill)
    }
}
