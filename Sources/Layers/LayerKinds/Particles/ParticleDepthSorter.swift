internal import LayerTree

/// Orders sprites from the farthest to the nearest.
struct ParticleDepthSorter {
    private var sprites: [(depth: Double, sprite: RenderSprite, image: Int)] = []
    private var images: [ParticleImage] = []

    /// Adds a sprite at a position of the layer.
    mutating func add(
        _ sprite: RenderSprite, showing image: ParticleImage, at position: SIMD3<Double>, in context: LayerRenderContext
    ) {
        let depth = context.depth?.depth(of: position) ?? position.z
        sprites.append((depth.isNaN ? 0 : depth, sprite, number(of: image)))
    }

    /// Adds the sprites of another sorter.
    mutating func add(_ other: ParticleDepthSorter) {
        for sprite in other.sprites {
            sprites.append((sprite.depth, sprite.sprite, number(of: other.images[sprite.image])))
        }
    }

    private mutating func number(of image: ParticleImage) -> Int {
        // The last image is the usual one.
        if let last = images.last, last == image { return images.count - 1 }
        if let index = images.firstIndex(of: image) { return index }
        images.append(image)
        return images.count - 1
    }

    /// Returns the sprites in the order of drawing, as runs of equal images.
    mutating func takeSorted() -> [(sprites: [RenderSprite], image: ParticleImage)] {
        let sorted = sprites.enumerated().sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }
        sprites = []
        var result: [(sprites: [RenderSprite], image: ParticleImage)] = []
        var last = -1
        for (_, element) in sorted {
            if element.image != last { result.append(([], images[element.image])) }
            last = element.image
            result[result.count - 1].sprites.append(element.sprite)
        }
        return result
    }
}
