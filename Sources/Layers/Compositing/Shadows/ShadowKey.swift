internal import LayerTree
internal import PixelKernels
internal import TilePyramid
internal import VectorDrawing

/// The values that determine the mask of a shadow: caster and blur, without the whole-pixel position, so that it can move.
struct ShadowKey: Hashable, Sendable {
    /// The caster, moved so that its position is within the first pixel.
    let caster: RenderShadow.Caster
    /// The standard deviation of the blur in pixels.
    let deviation: Double
    /// The visible pixels, relative to the shadow's whole pixel; nil for all pixels, unless they are too many.
    let visible: PixelRect?

    /// The number of subpixel positions per axis for masks with a blur too weak for interpolation.
    private static let phases = 16.0
    /// The minimum blur for interpolation of masks between pixels: the error is then below 2/255.
    private static let interpolatedDeviation = 2.0
    /// The maximum number of pixels of a mask that is computed as a whole; of larger masks only the visible part is computed.
    static let wholeAreaLimit = 1 << 18

    /// The position of a mask in the frame.
    struct Place {
        /// The whole pixel that the mask is relative to.
        var pixel: SIMD2<Int>
        /// The rest of the position in pixels, from 0 to 1 along each axis.
        var fraction: SIMD2<Double>
    }

    /// Creates the key of a shadow.
    ///
    /// - Parameters:
    ///   - shadow: the shadow.
    ///   - frame: the pixels of the frame.
    /// - Returns: the key, and the position of its mask.
    static func key(of shadow: RenderShadow, in frame: PixelRect) -> (key: ShadowKey, place: Place) {
        let movable = shadow.caster.movable
        var place = Place(movable.map { $0.position + shadow.offset } ?? shadow.offset)
        var caster = shadow.caster
        if let movable {
            var phase = SIMD2<Double>.zero
            if shadow.blurRadius < interpolatedDeviation {
                phase = (place.fraction * phases).rounded(.toNearestOrEven) / phases
                for axis in 0..<2 where phase[axis] >= 1 {
                    phase[axis] = 0
                    place.pixel[axis] += 1
                }
                place.fraction = .zero
            }
            caster = movable.moved(phase)
        }
        let deviation = shadow.blurRadius
        var visible: PixelRect?
        if shadow.isLarge(nineSlice: NineSlice(of: caster, deviation: deviation)) {
            // Interpolation reaches one pixel farther.
            let seen = shadow.pixelBounds.intersection(frame)
            visible = PixelRect(
                x: seen.x - place.pixel.x - 1, y: seen.y - place.pixel.y - 1, width: seen.size.width + 1,
                height: seen.size.height + 1)
        }
        return (ShadowKey(caster: caster, deviation: deviation, visible: visible), place)
    }
}

extension ShadowKey.Place {
    fileprivate init(_ position: SIMD2<Double>) {
        let limit = Double(1 << 24)
        let floor = position.clamped(lowerBound: SIMD2(repeating: -limit), upperBound: SIMD2(repeating: limit))
            .rounded(.down)
        pixel = SIMD2(Int(floor.x), Int(floor.y))
        fraction = (position - floor).clamped(lowerBound: .zero, upperBound: .one)
    }
}

extension RenderShadow {
    /// Whether the mask of the whole shadow would have too many pixels.
    fileprivate func isLarge(nineSlice: NineSlice?) -> Bool {
        if let nineSlice { return nineSlice.storedArea > ShadowKey.wholeAreaLimit }
        let seen = pixelBounds
        let clip = clip.bounds
        guard seen.size.area <= ShadowKey.wholeAreaLimit else { return true }
        let isWhole =
            seen.x > clip.x && seen.y > clip.y && seen.columns.upperBound < clip.columns.upperBound
            && seen.rows.upperBound < clip.rows.upperBound
        guard !isWhole else { return false }
        let box = caster.pixelBounds
        let reach = 2 * Self.reach(ofBlurRadius: blurRadius)
        return (box.size.width + reach) * (box.size.height + reach) > ShadowKey.wholeAreaLimit
    }
}

extension RenderShadow.Caster {
    /// The position of the caster, and a function that moves the caster; nil if it cannot be moved.
    fileprivate var movable: (position: SIMD2<Double>, moved: (SIMD2<Double>) -> RenderShadow.Caster)? {
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
