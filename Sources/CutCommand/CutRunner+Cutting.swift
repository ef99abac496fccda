internal import ImageCodecs
internal import TileCutting
internal import TilePyramid
internal import TileStores

extension CutRunner {
    /// Cuts one image into its store.
    func cut(_ plan: CutPlan, _ job: CutJob, _ meter: ProgressMeter?) async throws -> CutSummary {
        let folders = try job.folder.map(NewFolders.init)
        do {
            let options = request.output.storeOptions(fingerprint: plan.fingerprint)
            let store = try job.target.makeStore(
                at: job.output, pyramid: plan.pyramid, format: plan.format, options: options)
            try checkRoom(for: plan, in: store, at: job.output)
            let summary = try await plan.cut(into: store) { meter?.update($0) }
            meter?.finish(succeeded: true)
            if request.output.writesPage {
                try ViewerPage(for: plan.pyramid, format: plan.format, target: job.target, output: job.output)
                    .write(replacesExisting: request.output.replacesExisting)
            }
            return summary
        } catch {
            meter?.finish(succeeded: false)
            folders?.removeEmpty()
            throw error
        }
    }

    /// Refuses to begin what cannot end well.
    private func checkRoom(for plan: CutPlan, in store: any TileStore, at path: String) throws {
        let finished = request.output.resumes ? plan.pyramid.indices.count(where: store.isFinished) : 0
        let remaining = Double(plan.pyramid.tileCount - finished) / Double(plan.pyramid.tileCount)
        let needed = Int(Double(plan.estimatedBytes) * remaining)
        guard let available = FreeSpace.available(at: path), available < needed else { return }
        try finished > 0 ? store.suspend() : store.discard()
        throw StoreError(
            .diskFull, path: path,
            "the tiles need about \(NumberText.bytes(needed)), and \(NumberText.bytes(available)) are free there. Make "
                + "room, or choose another place with --output.")
    }
}
