internal import LayerTree
internal import PixelKernels
internal import TilePyramid
internal import VectorDrawing

/// A texture and the mapping to it.
final class SampledTexture: Sendable {
    let texture: Texture
    let mapping: TextureMapping

    init(_ texture: Texture, mapping: TextureMapping) {
        self.texture = texture
        self.mapping = mapping
    }
}

/// A texture and the mappings to it of several samples for each pixel.
final class SupersampledTexture: Sendable {
    let texture: Texture
    let mappings: SampleMappings

    init(_ center: SampledTexture, distances: SIMD2<Double>) {
        texture = center.texture
        mappings = SampleMappings(around: center.mapping, distance: distances)
    }
}

/// A texture, the mapping to it, and the sharpening of positions.
final class SharpTexture: Sendable {
    let texture: Texture
    let mapping: TextureMapping
    let sharpening: Sampling.Sharpening

    init(_ texture: Texture, _ view: InverseProjection, scale: SIMD2<Double>) {
        self.texture = texture
        sharpening = Sampling.Sharpening(width: texture.plane.width, height: texture.plane.height, scale: scale)
        mapping = view.sharp(in: texture.plane, sharpening)
    }
}

/// The fill of a quad, ready for drawing.
enum Paint: Sendable {
    /// A color.
    case color(UInt32)
    /// A pixel-aligned, unscaled texture with its first pixel at a column and row of the frame.
    case copied(Texture, column: Int, row: Int)
    /// Nearest-neighbor sampling.
    case nearest(SampledTexture)
    /// Bilinear sampling.
    case linear(SampledTexture)
    /// The means of several bilinear samples for each pixel.
    case supersampled(SupersampledTexture)
    /// Bilinear sampling at sharpened positions.
    case sharp(SharpTexture)
    /// Cubic sampling.
    case cubic(SampledTexture)
    /// Bilinear sampling of two mipmap levels; the weight of the second is in 256ths.
    case trilinear(SampledTexture, SampledTexture, weight: Int)
    /// Bilinear sampling of two mipmap levels, which vary along each row with the perspective.
    indirect case perspectiveTrilinear([SampledTexture], InverseProjection)

    /// A gradient.
    case gradient(GradientPaint)

    /// Creates the paint of a fill, for all pixels within some bounds; nil if it is edge-on.
    init?(_ fill: RenderFill, bounds: PixelRect, mipLevels: [MipCache.Key: MipLevels]) {
        switch fill {
        case .color(let color): self = .color(color.pixel())
        case .gradient(let gradient):
            guard let paint = GradientPaint(gradient) else { return nil }
            self = .gradient(paint)
        case .contents(let contents):
            guard let paint = Paint(contents, bounds: bounds, mipLevels: mipLevels) else { return nil }
            self = paint
        }
    }

    /// Creates the paint of contents, for all pixels within some bounds; nil if they are edge-on.
    private init?(_ contents: RenderContents, bounds: PixelRect, mipLevels: [MipCache.Key: MipLevels]) {
        guard let view = InverseProjection(contents), let texture = Texture(contents.buffer, part: view.source) else {
            return nil
        }
        let isNearest = contents.filter == .sharp && view.isMagnifiedByWholeNumbers || contents.filter == .nearest
        guard !isNearest else {
            let sampled = SampledTexture(texture, mapping: view.nearest(in: texture.plane))
            self = Self.pixelAligned(sampled, bounds: bounds, fractions: 1) ?? .nearest(sampled)
            return
        }
        let full = SampledTexture(texture, mapping: view.linear(in: texture.plane))
        let linear = Self.pixelAligned(full, bounds: bounds, fractions: Sampling.fractions) ?? .linear(full)
        if let paint = Self.resampled(full, contents.filter, view) {
            if case .copied = linear { self = linear } else { self = paint }
            return
        }
        let key = MipCache.Key(buffer: contents.buffer, part: view.source)
        guard contents.filter == .trilinear, let halved = mipLevels[key]?.halved, !halved.isEmpty else {
            self = linear
            return
        }
        func size(_ level: Int) -> SampledTexture? {
            guard level > 0 else { return full }
            return Texture(halved[level - 1], part: PixelRect(halved[level - 1].size)).map {
                SampledTexture($0, mapping: view.linear(in: $0.plane, level: level))
            }
        }
        guard view.isAffine else {
            self = .perspectiveTrilinear((0...halved.count).compactMap(size), view)
            return
        }
        let detail = view.levelOfDetail(column: 0, row: 0, limit: 256 * halved.count)
        guard detail > 0, let fine = size(detail / 256) else {
            self = linear
            return
        }
        guard detail % 256 > 0, let coarse = size(detail / 256 + 1) else {
            self = Self.pixelAligned(fine, bounds: bounds, fractions: Sampling.fractions) ?? .linear(fine)
            return
        }
        self = .trilinear(fine, coarse, weight: detail % 256)
    }

    /// Returns the paint of a filter that has its own sampling; nil for bilinear sampling.
    private static func resampled(
        _ sampled: SampledTexture, _ filter: ContentsFilter, _ view: InverseProjection
    ) -> Paint? {
        switch filter {
        case .nearest, .linear, .trilinear: return nil
        case .supersampled:
            guard view.isAffine else { return nil }
            let distances = view.sampleDistances
            return distances == .zero ? nil : .supersampled(SupersampledTexture(sampled, distances: distances))
        case .sharp:
            guard view.isAffine else { return nil }
            let scale = view.magnification
            return scale.max() > 1 ? .sharp(SharpTexture(sampled.texture, view, scale: scale)) : nil
        case .cubic: return .cubic(sampled)
        }
    }

    /// Returns a copy paint if the texture is pixel-aligned and unscaled; otherwise nil.
    ///
    /// Positions are linear along rows and columns, so it is enough to check both ends.
    private static func pixelAligned(_ sampled: SampledTexture, bounds: PixelRect, fractions: Int) -> Paint? {
        let mapping = sampled.mapping
        let plane = sampled.texture.plane
        guard mapping.isAxisAligned else { return nil }
        let first = mapping.position(row: bounds.y, column: bounds.x)
        let last = mapping.position(row: bounds.rows.upperBound - 1, column: bounds.columns.upperBound - 1)
        let columns = bounds.size.width - 1
        let rows = bounds.size.height - 1
        guard last.x - first.x == columns * fractions, last.y - first.y == rows * fractions,
            first.x % fractions == 0, first.y % fractions == 0, first.x / fractions + columns < plane.width,
            first.y / fractions + rows < plane.height
        else { return nil }
        return .copied(sampled.texture, column: bounds.x - first.x / fractions, row: bounds.y - first.y / fractions)
    }
}

extension RenderFill {
    /// The premultiplied color by which the paint's pixels are multiplied; nil for white, which changes nothing.
    var tint: UInt32? {
        guard case .contents(let contents) = self, contents.tint != .white else { return nil }
        return contents.tint.pixel()
    }
}
