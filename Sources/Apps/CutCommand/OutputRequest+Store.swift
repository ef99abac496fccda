internal import TilePyramid
internal import TileStores

extension OutputRequest {
    /// Makes the store of a pyramid, has it filled, and writes the page that shows it if one is wanted.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - format: the format of its tiles.
    ///   - fingerprint: what identifies the work, for runs that continue an interrupted one.
    ///   - location: where the pyramid goes, and what it is; folders that are made for it are gone after a failure.
    ///   - meter: told how it has ended; nil where progress is not shown.
    ///   - fill: writes the tiles and finishes the store.
    /// - Returns: what `fill` returns.
    /// - Throws: `StoreError` when the store or the page cannot be written, and what `fill` throws.
    func write<Result>(
        _ pyramid: Pyramid, format: TileFormat, fingerprint: String, to location: OutputLocation, meter: ProgressMeter?,
        _ fill: (any TileStore) async throws -> Result
    ) async throws -> Result {
        let folders = try location.folder.map(NewFolders.init)
        do {
            let store = try location.target.makeStore(
                at: location.path, pyramid: pyramid, format: format, options: storeOptions(fingerprint: fingerprint))
            let result = try await fill(store)
            meter?.finish(succeeded: true)
            if writesPage {
                try ViewerPage(for: pyramid, format: format, target: location.target, output: location.path)
                    .write(replacesExisting: replacesExisting)
            }
            return result
        } catch {
            meter?.finish(succeeded: false)
            folders?.removeEmpty()
            throw error
        }
    }

    /// What a store is to do about what is there already, for the work that a fingerprint identifies.
    private func storeOptions(fingerprint: String) -> StoreOptions {
        var options = StoreOptions()
        options.replacesExisting = replacesExisting
        options.resumes = resumes
        options.linksDuplicateTiles = linksDuplicateTiles
        options.fingerprint = fingerprint
        return options
    }
}
