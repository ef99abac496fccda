internal import Glibc
internal import ImageCodecs
internal import TileCutting
internal import TilePyramid
internal import TileStores

extension CutRunner {
    /// Cuts one image into its store.
    func cut(_ plan: CutPlan, _ job: CutJob, _ meter: ProgressMeter?) async throws -> CutSummary {
        let folders = try job.folder.map(Self.makeFolders) ?? []
        do {
            var options = StoreOptions()
            options.replacesExisting = request.replacesExisting
            options.resumes = request.resumes
            options.fingerprint = plan.fingerprint
            let store = try request.layout.makeStore(at: job.output, for: plan, options: options)
            try checkRoom(for: plan, in: store, at: job.output)
            let summary = try await plan.cut(into: store) { meter?.update($0) }
            meter?.finish(succeeded: true)
            return summary
        } catch {
            meter?.finish(succeeded: false)
            for folder in folders.reversed() {
                rmdir(folder)  // one with something in it stays
            }
            throw error
        }
    }

    /// Refuses to begin what cannot end well.
    private func checkRoom(for plan: CutPlan, in store: any TileStore, at path: String) throws {
        let finished = request.resumes ? plan.pyramid.indices.count(where: store.isFinished) : 0
        let remaining = Double(plan.pyramid.tileCount - finished) / Double(plan.pyramid.tileCount)
        let needed = Int(Double(plan.estimatedBytes) * remaining)
        guard let available = FreeSpace.available(at: path), available < needed else { return }
        try finished > 0 ? store.suspend() : store.discard()
        throw StoreError(
            .diskFull, path: path,
            "the tiles need about \(NumberText.bytes(needed)), and \(NumberText.bytes(available)) are free there. Make "
                + "room, or choose another place with --output.")
    }

    /// Makes a folder and those above it.
    ///
    /// - Returns: the ones that were missing, the uppermost first.
    private static func makeFolders(_ path: String) throws -> [String] {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            return []
        }
        let parent = FilePath.parent(of: path)
        let made = parent == "." || parent == "/" ? [] : try makeFolders(parent)
        guard mkdir(path, 0o777) == 0 || errno == EEXIST && stat(path, &status) == 0 && isFolder(status) else {
            throw StoreError(
                .cannotCreate, path: path,
                "the folder cannot be made: \(String(cString: strerror(errno))). Choose another place with --output.")
        }
        return made + [path]
    }

    private static func isFolder(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFDIR }
}
