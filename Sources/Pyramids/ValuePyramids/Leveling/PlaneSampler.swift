package import ChannelImages
internal import Concurrency
internal import Dispatch
internal import ImageMetadata
package import TilePyramid

/// Samples of planes in a coarse level, which stand for its means until these are made.
///
/// One pass over a plane takes one sample of each square of the file. It begins with rows of blocks far from each other, and continues
/// between them. So all of the image is there after a sixteenth of the pass, and becomes sharper. Where blocks are as wide as the
/// image, as strips are, only the rows that are needed are read.
///
/// A plane that is read for the first time is sampled on a queue, the last one first.
package final class PlaneSampler: Sendable {
    private struct State {
        var planes: [ChannelPlane: PlaneSamples] = [:]
        /// The planes that wait for a pass on the queue.
        var pending: [ChannelPlane] = []
        var isRunning = false
        var endedPasses = 0
        var isDiscarded = false
        var onChange: @Sendable () -> Void = {}
        var isStopped: @Sendable () -> Bool = { false }
    }

    /// The number of times that the full size is halved for the samples.
    package let halvings: Int
    /// The size of the level.
    package let size: PixelSize

    /// The most bytes of all samples, beside those of a few planes.
    package static let byteLimit = 256 << 20
    /// The planes whose samples are kept whatever they take, and the most planes.
    package static let planeCounts = 4...64
    /// The passes for which a plane stays that is not needed.
    private static let keptPasses = 2

    private let image: any ChannelImage
    private let passes: SamplePass
    private let queue = DispatchQueue(label: "ValuePyramids.samples", qos: .userInitiated)
    private let planeLimit: Int
    private let state = Locked(State())

    /// Prepares samples of full-size planes; none is read.
    init(of image: any ChannelImage, halvings: Int) {
        self.image = image
        self.halvings = halvings
        let description = image.description
        size = (0..<halvings).reduce(description.size) { size, _ in size.halved }
        passes = SamplePass(image, size, halvings: halvings)
        let planeBytes = size.area * description.sampleType.byteCount
        planeLimit = min(
            max(Self.byteLimit / max(1, planeBytes), Self.planeCounts.lowerBound), Self.planeCounts.upperBound)
    }

    /// Sets what is done when there are more samples of planes that were read, and what ends passes on the queue.
    ///
    /// - Parameters:
    ///   - isStopped: whether a pass should end; called by the thread that reads.
    ///   - onChange: called when there are more samples, and the planes that failed; on any thread.
    package func observe(isStopped: @escaping @Sendable () -> Bool, onChange: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.isStopped = isStopped
            state.onChange = onChange
        }
    }

    /// Adds planes that will be sampled by ``sample(_:isCancelled:onProgress:)``, and not when they are read.
    package func add(_ planes: [ChannelPlane]) {
        state.withLock { state in
            guard !state.isDiscarded else { return }
            for plane in planes where state.planes[plane] == nil { state.planes[plane] = makeSamples() }
        }
    }

    /// Samples planes; blocks until all are sampled.
    ///
    /// - Parameters:
    ///   - planes: planes of full size, of the same section and time.
    ///   - isCancelled: whether the pass should end; called between rows of blocks.
    ///   - onProgress: receives the part of the pass, from 0 to 1, each time all of the image is sharper.
    /// - Throws: the error of the image, or `CancellationError`.
    package func sample(
        _ planes: [ChannelPlane], isCancelled: () -> Bool, onProgress: (Double) -> Void
    ) throws {
        add(planes)
        do {
            try passes.run(planes, isCancelled: isCancelled, onProgress: onProgress) { rows, plane, samples in
                state.withLock { $0.planes[plane]?.add(rows, from: samples) }
            }
            end(planes)
        } catch {
            // What is known when a pass is canceled stays.
            end(planes, failure: error is CancellationError ? nil : error)
            throw error
        }
    }

    private func end(_ planes: [ChannelPlane], failure: (any Error)? = nil) {
        state.withLock { state in
            for plane in planes {
                state.planes[plane]?.isDone = true
                state.planes[plane]?.failure = failure
            }
            state.endedPasses += 1
        }
    }

    /// Frees all samples; there will be no others.
    func discard() {
        state.withLock { state in
            state.isDiscarded = true
            state.planes = [:]
            state.pending = []
        }
    }

    /// Copies the samples of a rectangle, the nearest ones of those that are known.
    ///
    /// - Parameters:
    ///   - rect: a rectangle of another level.
    ///   - otherHalvings: the number of times that the full size is halved for that level.
    ///   - plane: a plane of full size.
    ///   - target: room for the samples.
    /// - Throws: the error that ended the pass over the plane.
    func read(
        _ rect: PixelRect, halvings otherHalvings: Int, of plane: ChannelPlane,
        into target: UnsafeMutableRawBufferPointer
    ) throws {
        let type = image.description.sampleType
        let fill =
            image.description.channels[plane.channel].nodata?.sample(of: type)
            ?? [UInt8](repeating: 0, count: type.byteCount)
        let samples = state.withLock { state -> PlaneSamples? in
            if state.planes[plane] == nil {
                request(plane, &state)
            } else if let position = state.pending.firstIndex(of: plane) {
                state.pending.append(state.pending.remove(at: position))
            }
            state.planes[plane]?.lastUse = state.endedPasses
            return state.planes[plane]
        }
        if let failure = samples?.failure { throw failure }
        guard let samples else { return SampleFill.fill(target, with: fill) }
        samples.copy(rect, finer: halvings - otherHalvings, fill: fill, into: target)
    }

    private func makeSamples() -> PlaneSamples {
        PlaneSamples(size, sampleBytes: image.description.sampleType.byteCount)
    }

    /// Has a plane sampled on the queue, if there is room for it: planes that were needed lately stay.
    private func request(_ plane: ChannelPlane, _ state: inout State) {
        guard !state.isDiscarded else { return }
        if state.planes.count >= planeLimit {
            let unused = state.planes.filter { $1.isDone && $1.lastUse + Self.keptPasses <= state.endedPasses }
            guard let oldest = unused.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
            state.planes[oldest.key] = nil
        }
        state.planes[plane] = makeSamples()
        state.pending.append(plane)
        guard !state.isRunning else { return }
        state.isRunning = true
        queue.async { self.runPending() }
    }

    /// Samples the planes that wait, those of a section and time together.
    private func runPending() {
        while true {
            let (planes, isStopped, onChange) = state.withLock { state in
                let planes = state.pending.last.map { last in
                    state.pending.filter { $0.section == last.section && $0.time == last.time }
                }
                state.pending.removeAll { planes?.contains($0) == true }
                state.isRunning = planes != nil
                return (planes, state.isStopped, state.onChange)
            }
            guard let planes else { return }
            try? sample(
                planes, isCancelled: { isStopped() || self.state.withLock(\.isDiscarded) },
                onProgress: { _ in onChange() })
            // Those that failed are read again, and say why.
            let hasFailed = state.withLock { state in planes.contains { state.planes[$0]?.failure != nil } }
            if hasFailed { onChange() }
        }
    }
}
