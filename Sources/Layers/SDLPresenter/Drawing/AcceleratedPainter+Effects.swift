internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension AcceleratedPainter {
    /// Draws copies of an image in one batch.
    func draw(_ sprites: RenderSprites, into target: Target) throws(PresenterError) {
        let visible = sprites.pixelBounds.intersection(target.area)
        guard sprites.opacity > 0, !visible.isEmpty,
            let texture = try wholeTexture(of: sprites.buffer, isSmooth: sprites.filter.isSmooth)
        else { return }
        let blendMode: BlendMode = sprites.blendMode == .add ? .add : .over
        let opacity =
            blendMode == .add ? UInt8(additiveOpacity: sprites.opacity) : UInt8(sourceOverOpacity: sprites.opacity)
        let size = SIMD2(Double(sprites.source.size.width), Double(sprites.source.size.height))
        let sources = [SIMD2.zero, SIMD2(size.x, 0), size, SIMD2(0, size.y)]
        for sprite in sprites.sprites where sprite.tint != 0 {
            let x = SIMD2<Double>(sprite.axes.lowHalf)
            let y = SIMD2<Double>(sprite.axes.highHalf)
            let center = SIMD2<Double>(sprite.center)
            var corners = sources.map { source in
                let offset = source - size / 2
                return MeshVertex(position: center + offset.x * x + offset.y * y, source: source)
            }
            guard corners.allSatisfy({ abs($0.position.x) < 0x1p21 && abs($0.position.y) < 0x1p21 }) else { continue }
            corners = ClippablePolygon(corners: corners).clipped(to: visible, and: sprites.clip.outlines).corners
            try batch.add(
                ClippablePolygon(corners: corners), origin: target.origin,
                paint: GeometryBatch.Paint(
                    texture: texture, pixels: sprites.source, tint: Tint(pixel: sprite.tint, opacity: opacity),
                    blendMode: blendMode))
        }
        statistics.quads += sprites.sprites.count
    }

    /// Draws an axial gradient in a polygon of the frame, as a strip of colors stretched along its axis.
    func draw(
        _ gradient: RenderGradient, in polygon: ClippablePolygon<SIMD2<Double>>, opacity: Double, blendMode: BlendMode,
        into target: Target
    ) throws(PresenterError) {
        let strip = gradientStrips.strip(of: gradient.stops)
        let opacity = blendMode == .add ? UInt8(additiveOpacity: opacity) : UInt8(sourceOverOpacity: opacity)
        guard opacity > 0, let inverse = gradient.projection.inverse else { return }
        func location(_ position: SIMD2<Double>) -> Double {
            inverse.homogeneous(Point(x: position.x, y: position.y)).x
        }
        guard let texture = try wholeTexture(of: strip, isSmooth: true) else { return }
        let paint = GeometryBatch.Paint(
            texture: texture, pixels: PixelRect(strip.size), tint: Tint(opacity),
            blendMode: opacity == 255 && strip.isOpaque && blendMode == .over ? .copy : blendMode)
        // Beyond its ends the color stays as it is.
        for part in polygon.split(at: [0, 1], of: location) {
            let corners = part.corners.map { position in
                let place = min(max(location(position), 0), 1) * Double(strip.size.width - 1)
                return MeshVertex(position: position, source: SIMD2(place + 0.5, 0.5))
            }
            try batch.add(ClippablePolygon(corners: corners), origin: target.origin, paint: paint)
        }
    }
}

/// The colors of gradients as images of one row, kept while frames show them.
struct GradientStrips {
    private var strips: [[GradientStop]: (image: PixelBuffer, isUsed: Bool)] = [:]

    /// The image of a gradient's colors.
    mutating func strip(of stops: [GradientStop]) -> PixelBuffer {
        let image = strips[stops]?.image ?? stops.strip
        strips[stops] = (image, true)
        return image
    }

    /// Ends a frame, and frees the images that it did not show.
    mutating func endFrame() {
        strips = strips.filter { $0.value.isUsed }.mapValues { ($0.image, false) }
    }
}

extension ClippablePolygon<MeshVertex> {
    /// The part inside a rectangle and convex polygons of the frame.
    fileprivate func clipped(to rect: PixelRect, and outlines: [PixelPolygon]) -> ClippablePolygon {
        let low = SIMD2(Double(rect.x), Double(rect.y))
        let high = low + SIMD2(Double(rect.size.width), Double(rect.size.height))
        var result = self
        let x = range { $0.position.x }
        let y = range { $0.position.y }
        if x.lowerBound < low.x || x.upperBound > high.x || y.lowerBound < low.y || y.upperBound > high.y {
            result =
                result.split { $0.position.x - low.x }.rest.split { $0.position.y - low.y }.rest
                .split { $0.position.x - high.x }.negative.split { $0.position.y - high.y }.negative
        }
        for outline in outlines {
            guard !result.isEmpty else { return ClippablePolygon(corners: []) }
            result = result.clipped(to: ClippablePolygon<SIMD2<Double>>(outline)) { $0.position }
        }
        return result
    }
}
