internal import Concurrency
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources

/// The values that become black and white in all images of a mosaic, so that there are no seams between them.
///
/// Images of floating-point numbers have a range of their own each, of which this is the union. It is found when pixels are
/// read for the first time, and kept. Safe to use from any thread.
final class CommonRange: Sendable {
    private enum State {
        case unknown
        case known(ClosedRange<Double>?)
    }

    private let state = Locked(State.unknown)

    /// Finds the range; the images are read if they declare none.
    ///
    /// - Parameters:
    ///   - images: all images.
    ///   - options: how they are read. With `allowTruncated`, images that cannot be read are left out.
    /// - Returns: nil if no image has a range of its own.
    /// - Throws: `CodecError` that names the image that cannot be read.
    func find(of images: [PlacedImage], _ options: DecodeOptions) throws -> ClosedRange<Double>? {
        if case .known(let range) = state.withLock({ $0 }) { return range }
        let measured = options.range == .auto ? images.filter(\.info.hasOwnRange) : []
        let found = Locked<ClosedRange<Double>?>(nil)
        let workers = min(options.threads ?? Processors.count, Mosaic.openFileLimit)
        try parallelFor(measured.count, workers: workers, makeContext: {}) { index, _ in
            guard let range = try Self.range(of: measured[index].member, options) else { return }
            found.withLock { found in
                let other = found ?? range
                found = min(other.lowerBound, range.lowerBound)...max(other.upperBound, range.upperBound)
            }
        }
        let range = found.withLock { $0 }
        state.withLock { $0 = .known(range) }
        return range
    }

    private static func range(
        of member: MosaicDescription.Member, _ options: DecodeOptions
    ) throws -> ClosedRange<Double>? {
        var own = member.decoding(options)
        own.threads = 1
        do {
            return try ownRange(of: .file(member.path), options: own)
        } catch let error as CodecError where options.allowTruncated && error.isDamage {
            return nil
        }
    }
}
