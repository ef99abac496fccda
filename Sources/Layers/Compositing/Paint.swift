internal import LayerTree
internal import PixelKernels
internal import TilePyramid

/// A texture and the way to it.
final class SampledTexture: Sendable {
    let texture: Texture
    let mapping: TextureMapping

    init(_ texture: Texture, mapping: TextureMapping) {
        self.texture = texture
        self.mapping = mapping
    }
}

/// What a quad is filled with, ready for drawing.
enum Paint: Sendable {
    /// One color.
    case color(UInt32)
    /// A texture that lies pixel on pixel, its first pixel in a column and row of the picture.
    case copied(Texture, column: Int, row: Int)
    /// The nearest pixels.
    case nearest(SampledTexture)
    /// Weighted means.
    case linear(SampledTexture)
    /// Weighted means of two sizes, mixed; the weight of the second is given in 256ths.
    case trilinear(SampledTexture, SampledTexture, weight: Int)
    /// Weighted means of all sizes, mixed as the perspective demands.
    indirect case perspectiveTrilinear([SampledTexture], InverseProjection)
}

extension Paint {
    /// Contents as a paint; nil when nothing is seen of them.
    ///
    /// - Parameters:
    ///   - contents: the contents.
    ///   - bounds: all pixels that will be painted.
    ///   - mipLevels: the halved sizes of everything that may need them.
    init?(_ contents: RenderContents, bounds: PixelRect, mipLevels: [MipCache.Key: MipLevels]) {
        guard let view = InverseProjection(contents), let texture = Texture(contents.buffer, part: view.source) else {
            return nil
        }
        guard contents.filter != .nearest else {
            let sampled = SampledTexture(texture, mapping: view.nearest(in: texture.plane))
            self = Self.pixelAligned(sampled, bounds: bounds, fractions: 1) ?? .nearest(sampled)
            return
        }
        let full = SampledTexture(texture, mapping: view.linear(in: texture.plane))
        let linear = Self.pixelAligned(full, bounds: bounds, fractions: Sampling.fractions) ?? .linear(full)
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

    /// A texture that lies pixel on pixel as what it is; nil for any other.
    ///
    /// Places along a row or column are as many steps apart as pixels are, wherever: it is enough to look at both ends.
    private static func pixelAligned(_ sampled: SampledTexture, bounds: PixelRect, fractions: Int) -> Paint? {
        let (mapping, plane) = (sampled.mapping, sampled.texture.plane)
        guard mapping.isAxisAligned else { return nil }
        let first = mapping.position(row: bounds.y, column: bounds.x)
        let last = mapping.position(row: bounds.rows.upperBound - 1, column: bounds.columns.upperBound - 1)
        let (columns, rows) = (bounds.size.width - 1, bounds.size.height - 1)
        guard last.x - first.x == columns * fractions, last.y - first.y == rows * fractions,
            first.x % fractions == 0, first.y % fractions == 0, first.x / fractions + columns < plane.width,
            first.y / fractions + rows < plane.height
        else { return nil }
        return .copied(
            sampled.texture, column: bounds.x - first.x / fractions, row: bounds.y - first.y / fractions)
    }
}
