package import ImageCodecs
package import ImageSources
package import PixelKernels
package import TilePyramid

/// The values that a run of the engine needs, decided before the first pixel is read.
package struct CutConfiguration: Sendable {
    /// The geometry; its size is the image's size.
    let pyramid: Pyramid
    /// The layout of the image's pixels.
    let layout: PixelLayout
    /// The encoding of tiles: the format of all, and the metadata of those that are passed through.
    let encoding: TileEncoding
    /// The color of tiles beyond the image where they have no alpha.
    let background: RGBColor
    /// The largest difference from the background, 0 to 255, of a sample in a blank tile, which is not stored; nil to
    /// store all tiles.
    ///
    /// A tile with alpha is blank when it is transparent, whatever color its pixels have.
    var blankTolerance: Int?
    /// Whether full-size tiles are passed through.
    let lossless: CutOptions.Lossless
    /// The number of threads that decode and encode, including the calling one.
    let threads: Int
    /// The kind of encoder that each thread makes for itself.
    let encoders: TileEncoders
    /// Whether the image's pixels are colors of stored channels.
    var rendersChannels = false
    /// Whether colors hold numbers, of which coarser levels have the means (``/ImageSources/ImageInfo/holdsNumbers``).
    package var holdsNumbers = false

    /// Creates a configuration; by default all tiles are stored, and passed through where possible.
    package init(
        pyramid: Pyramid, layout: PixelLayout, encoding: TileEncoding, background: RGBColor = .white,
        blankTolerance: Int? = nil, lossless: CutOptions.Lossless = .automatic, threads: Int, encoders: TileEncoders
    ) {
        self.pyramid = pyramid
        self.layout = layout
        self.encoding = encoding
        self.background = background
        self.blankTolerance = blankTolerance
        self.lossless = lossless
        self.threads = threads
        self.encoders = encoders
    }

    /// The single plane of interleaved pixels.
    var interleavedPlanes: [PlaneFormat] { PlaneFormat.interleaved(layout, holdsNumbers: holdsNumbers) }

    /// Whether tiles can be made from planar YCbCr with 4:2:0 subsampling.
    ///
    /// Pixels are then assembled and downsampled as planes, in half the memory, and no encoder converts colors. Tiles
    /// must begin at even pixels, and must be at least as high as a band of a planar source.
    var acceptsPlanarYCbCr: Bool {
        guard case .planar = encoders else { return false }
        return pyramid.tileSize >= PlanarBand.rowLimit && pyramid.tileSize.isMultiple(of: 2)
            && pyramid.overlap.isMultiple(of: 2)
            && pyramid.levels[pyramid.presentLevels].allSatisfy {
                $0.inset.x.isMultiple(of: 2) && $0.inset.y.isMultiple(of: 2)
            }
    }
}
