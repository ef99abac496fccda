internal import LayerTree
internal import TilePyramid

/// What determines the mask of a shadow: its caster and blur, but not its whole pixel, so that it can be moved.
struct ShadowKey: Hashable, Sendable {
    /// The caster, moved so that ``position(of:)`` is within the first pixel.
    let caster: RenderShadow.Caster
    /// The standard deviation of the blur in pixels.
    let deviation: Double

    /// The fractions of a pixel at which masks are computed where the blur is too weak to interpolate them.
    private static let phases = 16.0
    /// The blur from which masks are interpolated between pixels: the error is then below 2/255.
    private static let interpolatedDeviation = 2.0

    /// Creates the key of a shadow.
    ///
    /// - Parameter shadow: the shadow.
    /// - Returns: the key, the whole pixel that the mask is relative to, and the rest of the position in pixels, from
    ///   0 to 1 along each axis.
    static func key(of shadow: RenderShadow) -> (key: ShadowKey, pixel: SIMD2<Int>, fraction: SIMD2<Double>) {
        guard let (origin, place) = shadow.caster.movable else {
            let position = shadow.offset
            let pixel = SIMD2(Int(position.x.rounded(.down)), Int(position.y.rounded(.down)))
            let fraction = SIMD2(position.x - Double(pixel.x), position.y - Double(pixel.y))
            return (ShadowKey(caster: shadow.caster, deviation: shadow.blurRadius), pixel, fraction)
        }
        let position = origin + shadow.offset
        var pixel = SIMD2(Int(position.x.rounded(.down)), Int(position.y.rounded(.down)))
        var fraction = SIMD2(position.x - Double(pixel.x), position.y - Double(pixel.y))
        guard shadow.blurRadius < interpolatedDeviation else {
            return (ShadowKey(caster: place(.zero), deviation: shadow.blurRadius), pixel, fraction)
        }
        var phase = (fraction * phases).rounded(.toNearestOrEven) / phases
        for axis in 0..<2 where phase[axis] >= 1 {
            phase[axis] = 0
            pixel[axis] += 1
        }
        fraction = .zero
        return (ShadowKey(caster: place(phase), deviation: shadow.blurRadius), pixel, fraction)
    }
}

extension RenderShadow.Caster {
    /// The position of the caster, and the caster at another one; nil if only its own is possible.
    fileprivate var movable: (position: SIMD2<Double>, place: (SIMD2<Double>) -> RenderShadow.Caster)? {
        func moved(_ projection: Projection, to position: SIMD2<Double>) -> Projection {
            var projection = projection
            projection.rows.2 = SIMD3(position.x, position.y, 1)
            return projection
        }
        func position(_ projection: Projection) -> SIMD2<Double>? {
            let row = projection.rows.2
            guard projection.isAffine, abs(row.x) < 1e6, abs(row.y) < 1e6 else { return nil }
            return SIMD2(row.x, row.y)
        }
        switch self {
        case .roundedRect(let rect, let radius, let projection):
            return position(projection).map { start in
                (start, { .roundedRect(rect, radius: radius, moved(projection, to: $0)) })
            }
        case .path(let path, let rule, let projection):
            return position(projection).map { start in (start, { .path(path, rule, moved(projection, to: $0)) }) }
        case .items: return nil
        }
    }
}
