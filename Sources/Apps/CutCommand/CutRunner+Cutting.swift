internal import FilePyramids
internal import Files
internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import Mosaics
internal import Numbers
internal import PixelKernels
internal import TileContainers
internal import TileCutting
internal import TilePyramid
internal import ToolSupport

extension CutRunner {
    /// Cuts one image into its store; `following` images come after it.
    func cut(
        _ plan: CutPlan, _ job: CutJob, _ meter: ProgressMeter?, following: Int
    ) async throws -> CutSummary {
        var interruption = "tilecut: \(job.displayName): \(CuttingError.interrupted.message)"
        if following > 0 {
            interruption += "\ntilecut: \(NumberText.count(following, "further image")): not started."
        }
        let message = interruption
        do {
            return try await write(plan, job, meter, interruption: message)
        } catch let error as CuttingError where error.code == .blank {
            // The image has the color of the background everywhere, and is shown all the same.
            guard let whole = try plan.storingBlankTiles() else { throw error }
            return try await write(whole, job, meter, interruption: message)
        }
    }

    private func write(
        _ plan: CutPlan, _ job: CutJob, _ meter: ProgressMeter?, interruption: String
    ) async throws -> CutSummary {
        try await request.output.write(
            plan.pyramid, format: plan.format, fingerprint: plan.fingerprint, to: job.location, meter: meter
        ) { store in
            try checkFreeSpace(for: plan, in: store, of: job)
            signals.onTimeout(interruption) {
                try? store.suspend()
            }
            return try await plan.cut(into: store) { meter?.update($0) }
        }
    }

    /// Returns the job with what the image determines of its target: georeference, margin, color profile and, for a page or a
    /// manifest, the size of a pixel and the copyright notice.
    func completed(
        _ job: CutJob, by plan: CutPlan, of input: MosaicInput?, _ arrays: ChannelImageInput?
    ) throws -> CutJob {
        var job = job
        job.location.target.georeference = plan.georeference
        job.location.target.margin = plan.margin
        job.location.target.terrain = plan.terrain
        let hasManifest = job.target.identifier.map { IIIFIdentifier($0).isAddress } ?? false
        if request.output.writesPage || hasManifest, case .image(let image)? = input {
            describe(image, plan.sourceImage, in: &job.location.target)
        }
        job.location.target.tiff.profile = plan.encoding.profile
        if job.target.capabilities.storesBounds {
            let place = try request.output.placeToStore(
                of: input, arrays: arrays?.georeference, delivered: plan.sourceImage, decoding: request.options.decoding
            )
            job.location.target.tiff.bounds = place.bounds
            job.location.target.tiff.geoTags = place.tags
            let depth = plan.image.layout.depth.rawValue
            let isScaled = plan.options.decoding.range != .auto || plan.channels != nil
            if plan.isFlattened || isScaled || place.tags?.unscaledBits != depth {
                job.location.target.tiff.geoTags?.nodata = nil
            }
            warn([place.warning].compactMap(\.self), about: job)
        }
        return job
    }

    /// Describes an image for a page, which has a scale bar, or a manifest, which has a physical size; both name who made it.
    private func describe(_ image: ImageInput, _ info: ImageInfo, in target: inout PyramidTarget) {
        let page = request.options.decoding.page
        if let found = (try? PixelPitch.resolution(of: image, page: page)) ?? nil, found.isPhysical {
            let microns = found.millimetersPerPixel * 1000
            target.micronsPerPixel = PyramidTarget.MicronsPerPixel(x: microns, y: microns)
        }
        guard target.attribution == nil else { return }
        target.attribution = EXIFProperties(of: image, page: page - 1, block: info.exif)?.copyright
    }

    /// Warns if the disk has less free space than the tiles are likely to need, and throws if it has less than they need for
    /// sure.
    private func checkFreeSpace(for plan: CutPlan, in store: any TileStore, of job: CutJob) throws {
        // Where it is spooled.
        let path = job.location.isStandardOutput ? TemporaryFiles.folder : job.output
        let finished = request.output.storeOptions.resumes ? plan.pyramid.indices.count(where: store.isFinished) : 0
        let remaining = Double(plan.pyramid.tileCount - finished) / Double(plan.pyramid.tileCount)
        do {
            let shortage = try FreeSpace.warning(
                at: path, for: "the tiles", least: Int(Double(plan.leastBytes) * remaining),
                estimate: Int(Double(plan.estimatedBytes) * remaining))
            warn([shortage].compactMap(\.self), about: job)
        } catch {
            try finished > 0 ? store.suspend() : store.discard()
            throw error
        }
    }
}
