internal import Concurrency
internal import Georeferencing
internal import MapProjections

/// Keeps the transforms of coordinates from Web Mercator to the systems of images, which take milliseconds to make.
///
/// From any thread.
final class TransformPool: Sendable {
    /// The most transforms that are kept while nobody uses them; each takes some hundred kilobytes.
    static let idleLimit = 16

    private struct Idle: @unchecked Sendable {
        // The guard of `@unchecked Sendable`: who takes a transform out of the pool has it alone.
        let crs: String
        let transform: CoordinateTransform
    }

    private let idle = Locked<[Idle]>([])

    /// Lends a transform from Web Mercator to another system to `body`, which has it alone.
    ///
    /// - Throws: `GeoreferencingError` when there is no way between the systems, and what `body` throws.
    func withTransform<Result>(to crs: String, _ body: (CoordinateTransform) throws -> Result) throws -> Result {
        let kept = idle.withLock { idle in
            idle.lastIndex { $0.crs == crs }.map { idle.remove(at: $0) }
        }
        let transform =
            try kept?.transform
            ?? CoordinateTransform(from: GeoBounds.CoordinateReferenceSystem.webMercator.rawValue, to: crs)
        let result = try body(transform)
        let returned = Idle(crs: crs, transform: transform)
        let surplus = idle.withLock { idle -> Idle? in
            idle.append(returned)
            return idle.count > Self.idleLimit ? idle.removeFirst() : nil
        }
        // Freed without the lock.
        withExtendedLifetime(surplus) {}
        return result
    }
}
