internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The appearance of a cell's particles in a frame.
struct ParticleField {
    /// The cell.
    let cell: EmitterCell
    /// The image and its sampling.
    let image: ParticleImage
    private let values: EmitterValues
    private let context: LayerRenderContext
    private let scaleFactor: Double

    /// Half the largest extent of a particle in pixels.
    private static let reachLimit = SIMD2<Float>(repeating: 0x1p20)

    /// Creates the appearance of particles with the emitter's values at their birth; nil if they have no image.
    init?(_ cell: EmitterCell, _ values: EmitterValues, _ context: LayerRenderContext) {
        guard cell.contentsScale > 0, let image = ParticleImage(cell) else { return nil }
        self.cell = cell
        self.image = image
        self.values = values
        self.context = context
        scaleFactor = values.scale / cell.contentsScale
    }

    /// Returns a particle and its position.
    ///
    /// - Parameters:
    ///   - particle: the number of the particle.
    ///   - emission: the emission that it is of.
    ///   - seed: the seed of the emission.
    ///   - origin: the place from which it is emitted.
    /// - Returns: the copy of the image in the frame and its center in the layer; nil if nothing is visible.
    @inline(__always)
    func sprite(
        _ particle: Int, of emission: Emission, seed: UInt64, from origin: ParticleOrigin
    ) -> (sprite: RenderSprite, position: SIMD3<Double>)? {
        // Each number is drawn for one purpose, so that a range changes nothing but its own value.
        var random = ParticleRandom(seed: seed, particle: particle)
        let (forLifetime, forScale) = random.next()
        let age = emission.age(of: particle, at: context.time)
        guard age >= 0, age < emission.lifetime(forLifetime) else { return nil }
        let (red, green) = random.next()
        let (blue, alpha) = random.next()
        guard let tint = tint(red, green, blue, alpha, age: age) else { return nil }
        let scale = cell.scale + cell.scaleRange * Double(forScale) + cell.scaleSpeed * age
        let size = scale * scaleFactor
        guard size > 0 else { return nil }
        let (forAngle, forVelocity) = random.next()
        let (u, v) = random.next()
        let (forSpin, w) = random.next()

        let motion = ParticleMotion(
            cell, values, from: origin, place: [Double(u), Double(v), Double(w)], angle: Double(forAngle),
            velocity: Double(forVelocity))
        let position = motion.position(at: age)
        let turn = (cell.spin + cell.spinRange * Double(forSpin)) * values.spin * age
        let (c, s) = turn == 0 ? (size, 0) : (size * cos(turn), size * sin(turn))
        return sprite(at: position, axes: (c, s), tint: tint).map { ($0, position) }
    }

    /// A particle in pixels of the frame, if it is within the clip.
    private func sprite(at position: SIMD3<Double>, axes: (c: Double, s: Double), tint: UInt32) -> RenderSprite? {
        var seen = context.projection.homogeneous(Point(x: position.x, y: position.y))
        if let depth = context.depth { seen += position.z * depth.axis }
        guard seen.z > PixelPolygon.nearPlane else { return nil }
        let center = SIMD2(seen.x, seen.y) / seen.z
        // The derivative of x/w is (x′ − x/w · w′) / w.
        func image(_ axis: SIMD3<Double>) -> SIMD2<Double> { (SIMD2(axis.x, axis.y) - center * axis.z) / seen.z }
        let x = image(context.projection.rows.0)
        let y = image(context.projection.rows.1)
        let right = axes.c * x + axes.s * y
        let down = axes.c * y - axes.s * x
        let sprite = RenderSprite(
            center: SIMD2<Float>(center), axes: SIMD4(lowHalf: SIMD2<Float>(right), highHalf: SIMD2<Float>(down)),
            tint: tint)
        let source = self.image.source
        let (middle, reach) = sprite.extent(of: SIMD2(Float(source.size.width), Float(source.size.height)))
        let clip = context.clipping.bounds
        let low = SIMD2(Float(clip.x), Float(clip.y))
        let high = low + SIMD2(Float(clip.size.width), Float(clip.size.height))
        // Comparisons with NaN fail, so such particles are left out.
        guard all(reach .< Self.reachLimit), all(middle + reach .> low), all(middle - reach .< high)
        else { return nil }
        return sprite
    }

    /// The premultiplied color of a particle; nil if it is transparent.
    private func tint(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float, age: Double) -> UInt32? {
        let start = SIMD4(cell.color.red, cell.color.green, cell.color.blue, cell.color.alpha)
        let range = SIMD4(cell.redRange, cell.greenRange, cell.blueRange, cell.alphaRange)
        let speed = SIMD4(cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed)
        let random = SIMD4(Double(red), Double(green), Double(blue), Double(alpha))
        let color = start + range * random + speed * age
        guard color.w > 0, !(color.x + color.y + color.z).isNaN else { return nil }
        let clamped = color.clamped(lowerBound: .zero, upperBound: .one)
        var steps = clamped * clamped.w * 255
        steps.w = clamped.w * 255
        let pixel = SIMD4<UInt32>(steps.rounded(.toNearestOrAwayFromZero))
        let tint = pixel.w << 24 | pixel.x << 16 | pixel.y << 8 | pixel.z
        return tint == 0 ? nil : tint
    }
}

/// The image of particles and its sampling.
struct ParticleImage: Equatable {
    /// The image.
    let contents: PixelBuffer
    /// The part that is shown, in pixels.
    let source: PixelRect
    /// The filter for particles that are smaller than their image.
    let minificationFilter: ContentsFilter
    /// The filter for other particles.
    let magnificationFilter: ContentsFilter

    /// Creates the image of a cell; nil if it has none.
    init?(_ cell: EmitterCell) {
        guard let contents = cell.contents, let source = contents.pixels(inUnitRect: cell.contentsRect) else {
            return nil
        }
        self.contents = contents
        self.source = source
        minificationFilter = cell.minificationFilter
        magnificationFilter = cell.magnificationFilter
    }

    /// Returns the filter for a particle.
    func filter(for sprite: RenderSprite) -> ContentsFilter {
        let axes = sprite.axes
        return abs(axes.x * axes.w - axes.y * axes.z) >= 1 ? magnificationFilter : minificationFilter
    }
}

extension PixelBuffer {
    /// The pixels of a rectangle in unit coordinates, rounded to whole ones; nil if there are none.
    fileprivate func pixels(inUnitRect rect: Rect) -> PixelRect? {
        func edge(_ unit: Double, _ length: Int) -> Int {
            unit > 0 ? Int((min(unit, 1) * Double(length)).rounded()) : 0
        }
        let left = edge(rect.minX, size.width)
        let top = edge(rect.minY, size.height)
        let pixels = PixelRect(
            x: left, y: top, width: edge(rect.maxX, size.width) - left, height: edge(rect.maxY, size.height) - top)
        return pixels.isEmpty ? nil : pixels
    }
}
