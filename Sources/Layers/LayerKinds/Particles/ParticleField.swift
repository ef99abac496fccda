internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The particles of a cell in a frame.
struct ParticleField {
    private let emission: Emission
    private let cell: EmitterCell
    private let context: LayerRenderContext
    private let seed: UInt64
    private let contents: PixelBuffer
    private let source: PixelRect

    // The layer's values; each is looked up once, not for every particle.
    private let center: Point
    private let halfSize: Size
    private let shape: EmitterShape
    private let mode: EmitterMode
    private let renderMode: EmitterRenderMode
    private let velocityFactor: Double, scaleFactor: Double, spinFactor: Double

    /// Half the largest extent of a particle in pixels.
    private static let reachLimit = SIMD2<Float>(repeating: 0x1p20)

    /// Creates the particles of a cell; nil if it has no image.
    init?(_ cell: EmitterCell, _ emission: Emission, _ context: LayerRenderContext, seed: UInt64) {
        guard let contents = cell.contents, cell.contentsScale > 0,
            let source = contents.pixels(inUnitRect: cell.contentsRect)
        else { return nil }
        self.cell = cell
        self.emission = emission
        self.context = context
        self.seed = seed
        self.contents = contents
        self.source = source
        let shown = context.properties
        center = shown.emitterPosition
        halfSize = Size(width: shown.emitterSize.width / 2, height: shown.emitterSize.height / 2)
        shape = shown.emitterShape
        mode = shown.emitterMode
        renderMode = shown.emitterRenderMode
        velocityFactor = shown.emitterVelocity
        scaleFactor = shown.emitterScale / cell.contentsScale
        spinFactor = shown.emitterSpin
    }

    /// Returns the visible particles in a range; nil if there are none.
    func sprites(_ particles: Range<Int>) -> RenderSprites? {
        let isReversed = renderMode == .oldestLast
        let sprites = [RenderSprite](unsafeUninitializedCapacity: particles.count) { buffer, count in
            for offset in 0..<particles.count {
                let particle = isReversed ? particles.upperBound - 1 - offset : particles.lowerBound + offset
                guard let sprite = sprite(particle) else { continue }
                buffer.initializeElement(at: count, to: sprite)
                count += 1
            }
        }
        guard !sprites.isEmpty else { return nil }
        let result = RenderSprites(
            buffer: contents, source: source, filter: cell.filter, sprites: sprites,
            blendMode: renderMode == .additive ? .add : .over, clip: context.clipping)
        return result.pixelBounds.isEmpty ? nil : result
    }

    /// A particle; nil if nothing of it is visible.
    private func sprite(_ particle: Int) -> RenderSprite? {
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
        let (forSpin, _) = random.next()

        let angle = cell.emissionLongitude + cell.emissionRange / 2 * Double(forAngle)
        let velocity = (cell.velocity + cell.velocityRange * Double(forVelocity)) * velocityFactor * age
        let fall = age * age / 2
        let birthplace = birthplace(Double(u), Double(v))
        let position = Point(
            x: birthplace.x + velocity * cos(angle) + cell.xAcceleration * fall,
            y: birthplace.y + velocity * sin(angle) + cell.yAcceleration * fall)
        let turn = (cell.spin + cell.spinRange * Double(forSpin)) * spinFactor * age
        let (c, s) = turn == 0 ? (size, 0) : (size * cos(turn), size * sin(turn))
        return sprite(at: position, axes: (c, s), tint: tint)
    }

    /// A particle in pixels of the frame, if it is within the clip.
    private func sprite(at position: Point, axes: (c: Double, s: Double), tint: UInt32) -> RenderSprite? {
        let seen = context.projection.homogeneous(position)
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

    /// Returns the birthplace of a particle from two random numbers from −1 to 1.
    private func birthplace(_ u: Double, _ v: Double) -> Point {
        let x = halfSize.width
        let y = halfSize.height
        func point(_ offsetX: Double, _ offsetY: Double) -> Point {
            Point(x: center.x + offsetX, y: center.y + offsetY)
        }
        switch (shape, mode) {
        case (.point, _), (.circle, .points): return center
        case (.line, .points): return point(u < 0 ? -x : x, 0)
        case (.line, _): return point(u * x, 0)
        case (.rectangle, .points): return point(u < 0 ? -x : x, v < 0 ? -y : y)
        case (.rectangle, .surface): return point(u * x, v * y)
        case (.rectangle, .outline):
            // Along the four sides, as long as they are, from the upper left corner.
            var distance = (u + 1) * 2 * (x + y)
            if distance < 2 * x { return point(distance - x, -y) }
            distance -= 2 * x
            if distance < 2 * y { return point(x, distance - y) }
            distance -= 2 * y
            if distance < 2 * x { return point(x - distance, y) }
            return point(-x, y - (distance - 2 * x))
        case (.circle, let mode):
            // The root distributes particles evenly over the area.
            let radius = 2 * x * (mode == .surface ? ((v + 1) / 2).squareRoot() : 1)
            return point(radius * cos(u * .pi), radius * sin(u * .pi))
        }
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
