internal import PixelKernels

/// A source of the pixels of a quad, row by row.
protocol SpanSource {
    /// Returns the pixels of some columns of a row.
    ///
    /// - Parameters:
    ///   - row: the row of the frame; rows are requested from top to bottom, some of them in several parts.
    ///   - columns: the columns.
    ///   - scratch: memory for the pixels.
    /// - Returns: the pixels, in `scratch` or in existing memory.
    mutating func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32>
}

/// Copies pixels of a pixel-aligned, unscaled texture.
struct CopiedSpans: SpanSource {
    private let plane: PixelBufferView
    private let column: Int, row: Int

    /// Creates the source of a texture with its first pixel at a column and row of the frame.
    init(texture: Texture, column: Int, row: Int) {
        plane = texture.plane
        self.column = column
        self.row = row
    }

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        plane.row(row - self.row) + (columns.lowerBound - column)
    }
}

/// Samples with nearest neighbor under any mapping.
struct NearestSpans: SpanSource {
    private let source: MappedPlane

    init(source: SampledTexture) {
        self.source = MappedPlane(source)
    }

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        Sampling.nearest(source.plane, mapping: source.mapping, row: row, columns: columns, into: scratch)
        return UnsafePointer(scratch)
    }
}

/// Samples bilinearly under any mapping.
struct LinearSpans: SpanSource {
    private let source: MappedPlane

    init(source: SampledTexture) {
        self.source = MappedPlane(source)
    }

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        Sampling.linear(source.plane, mapping: source.mapping, row: row, columns: columns, into: scratch)
        return UnsafePointer(scratch)
    }
}

/// Samples with the mean of several bilinear samples, under any mapping without perspective.
struct SupersampledSpans: SpanSource {
    private let plane: PixelBufferView
    private let mappings: SampleMappings

    init(source: SupersampledTexture) {
        plane = source.texture.plane
        mappings = source.mappings
    }

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        Sampling.supersampled(plane, mappings: mappings, row: row, columns: columns, into: scratch)
        return UnsafePointer(scratch)
    }
}

/// Samples bilinearly at sharpened positions, under any mapping.
struct SharpSpans: SpanSource {
    private let source: MappedPlane
    private let sharpening: Sampling.Sharpening

    init(source: SharpTexture) {
        self.source = MappedPlane(plane: source.texture.plane, mapping: source.mapping)
        sharpening = source.sharpening
    }

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        Sampling.sharp(source.plane, mapping: source.mapping, sharpening, row: row, columns: columns, into: scratch)
        return UnsafePointer(scratch)
    }
}

/// Samples with cubic interpolation, under any mapping.
struct CubicSpans: SpanSource {
    private let source: MappedPlane

    init(source: SampledTexture) {
        self.source = MappedPlane(source)
    }

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        Sampling.cubic(source.plane, mapping: source.mapping, row: row, columns: columns, into: scratch)
        return UnsafePointer(scratch)
    }
}

/// The plane of a texture and the mapping to it, without references.
///
/// Workers share textures: counting references in each row would make workers wait for each other. The drawn quad retains the
/// texture.
struct MappedPlane {
    let plane: PixelBufferView
    let mapping: TextureMapping

    init(plane: PixelBufferView, mapping: TextureMapping) {
        self.plane = plane
        self.mapping = mapping
    }

    init(_ texture: SampledTexture) {
        self.init(plane: texture.texture.plane, mapping: texture.mapping)
    }
}

/// One color everywhere.
struct ColorSpans: SpanSource {
    let pixel: UInt32

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        scratch.update(repeating: pixel, count: columns.count)
        return UnsafePointer(scratch)
    }
}

/// The pixels of another source, multiplied by a premultiplied color.
struct TintedSpans<Source: SpanSource>: SpanSource {
    var source: Source
    let tint: UInt32

    mutating func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        let pixels = source.pixels(row: row, columns: columns, scratch: scratch)
        if pixels != UnsafePointer(scratch) { scratch.update(from: pixels, count: columns.count) }
        Blending.multiply(scratch, by: tint, count: columns.count)
        return UnsafePointer(scratch)
    }
}
